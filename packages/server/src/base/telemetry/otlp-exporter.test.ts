import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { OtlpExporter, type OtlpOptions } from './otlp-exporter.ts';
import { eventContext, readTraceparent, type FinishedSpan } from './span.ts';
import { startCollector, type Collector } from './testing/otlp-collector.ts';
import { newSpanId, Tracer } from './tracer.ts';

let collector: Collector;
let lost: [number, string][];
beforeEach(async () => {
  collector = await startCollector();
  lost = [];
});
afterEach(() => collector.stop());

const open = (options: Partial<OtlpOptions> = {}): OtlpExporter =>
  new OtlpExporter({
    endpoint: collector.url,
    headers: { authorization: 'Bearer key' },
    serviceName: 'loja',
    onLost: (count, reason) => void lost.push([count, reason]),
    gatherMs: 0,
    timeoutMs: 60_000,
    pauses: [0, 0],
    ...options,
  });
const span = (attributes: FinishedSpan['attributes'] = {}, eventId = newId()): FinishedSpan => ({
  context: { ...eventContext(eventId), spanId: newSpanId() },
  name: 'work',
  kind: 'internal',
  start: 1_800_000_000_000.25,
  end: 1_800_000_000_001,
  attributes,
  links: [],
});

test('spans are exported unchanged, with the configured headers', async () => {
  const exporter = open();
  exporter.add(span({ 'retoma.run_id': 'R', 'retoma.count': 3, 'retoma.share': 0.5, 'retoma.last': true }));
  exporter.add({ ...span({ 'retoma.reason': undefined }), failed: true });
  await exporter.close();
  expect(collector.headers[0]!.authorization).toBe('Bearer key');
  expect(collector.spans).toMatchObject([
    {
      service: 'loja',
      start: 1_800_000_000_000_250_000n,
      end: 1_800_000_000_001_000_000n,
      attributes: { 'retoma.run_id': 'R', 'retoma.count': '3', 'retoma.share': 0.5, 'retoma.last': true },
      failed: false,
    },
    { attributes: {}, failed: true },
  ]);
});

test('a collector that is briefly unavailable loses nothing; one that refuses is not retried', async () => {
  collector.answers.push(503, 429);
  const exporter = open();
  exporter.add(span());
  await expect.poll(() => collector.spans.length).toBe(1);
  expect(lost).toEqual([]);
  collector.answers.push(401);
  exporter.add(span());
  await expect.poll(() => lost).toEqual([[1, '401']]);
  expect(collector.headers).toHaveLength(4);
  await exporter.close();
});

test('without a collector the waiting spans are bounded and lost ones are reported; closing ends at once', async () => {
  await collector.stop();
  const exporter = open({ gatherMs: 1_000_000, pauses: [1_000_000] });
  for (let count = 0; count < 9_000; count++) exporter.add(span());
  await exporter.close();
  expect(lost.reduce((sum, [count]) => sum + count, 0)).toBe(9_000);
  expect(lost[0]).toEqual([1_024 + (9_000 - 8_192), 'unreachable']);
  collector = await startCollector();
});

test('a trace is sampled completely or not at all, alike in every process', () => {
  const sampled = (ratio: number, spans: readonly FinishedSpan[]): number => {
    let count = 0;
    const sink = { add: () => void count++, close: () => Promise.resolve() };
    const tracer = new Tracer(sink, () => 0, ratio);
    for (const one of spans) tracer.record(one);
    return count;
  };
  const events = Array.from({ length: 400 }, newId);
  for (const eventId of events) {
    const trace = [span({}, eventId), span({}, eventId), span({}, eventId)];
    expect([0, 3]).toContain(sampled(0.5, trace));
  }
  const all = events.map((eventId) => span({}, eventId));
  expect([sampled(0, all), sampled(1, all)]).toEqual([0, 400]);
  expect(Math.abs(sampled(0.5, all) - 200)).toBeLessThan(80);
});

test('a caller’s trace is read only in the W3C format', () => {
  const [trace, id] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  expect(readTraceparent(`00-${trace}-${id}-01`)).toEqual({ traceId: trace, spanId: id });
  expect(readTraceparent(`01-${trace}-${id}-01-more`)).toEqual({ traceId: trace, spanId: id });
  const none = [undefined, '', `ff-${trace}-${id}-01`, `00-${'0'.repeat(32)}-${id}-01`, `00-${trace}-${id}`];
  for (const header of none) expect(readTraceparent(header)).toBeUndefined();
});
