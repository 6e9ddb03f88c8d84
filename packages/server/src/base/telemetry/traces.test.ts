import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saveAutomation } from '../../automations/definitions/save-automation.ts';
import { runWorkers } from '../../app/workers.ts';
import { account as zenviaAccount } from '../../providers/channels/sms/zenvia/testing/account.ts';
import { startZenvia } from '../../providers/channels/sms/zenvia/testing/zenvia-server.ts';
import type { LocalGateway } from '../../providers/channels/testing/local-gateway.ts';
import {
  startChannelService,
  type ChannelService,
} from '../../automations/delivery/webhooks/testing/channel-service.ts';
import {
  automate,
  buyOnPage,
  engineOf,
  orderOf,
  settle,
  sendEvent,
  tracesOfZelia,
  zelia,
} from '../../privacy/testing/full-purchase.ts';
import { startTestService } from '../../testing/test-service.ts';
import { openTracing } from './open-tracing.ts';
import { startCollector, type CollectedSpan, type Collector } from './testing/otlp-collector.ts';

let collector: Collector;
beforeEach(async () => void (collector = await startCollector()));
afterEach(() => collector.stop());

const day = 24 * 60 * 60_000;
const exported = (): Record<string, string> => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
const named = (name: string): CollectedSpan[] => collector.spans.filter((span) => span.name === name);
const the = (name: string): CollectedSpan => {
  const found = named(name);
  expect(found, name).toHaveLength(1);
  return found[0]!;
};
const place = ({ traceId, spanId }: CollectedSpan): string => `${traceId} ${spanId}`;

describe('from a store’s event to a customer’s reply', () => {
  let service: ChannelService;
  let gateway: LocalGateway;
  beforeEach(async () => {
    [service, gateway] = await Promise.all([startChannelService(undefined, exported()), startZenvia()]);
  });
  afterEach(() => Promise.all([service.stop(), gateway.stop()]));

  test('one trace contains the event, its run, the message and its updates, days later and from another request', async () => {
    const settings = { ...zenviaAccount.settings, baseUrl: gateway.url };
    const { notices } = (await service.connect('sms', 'zenvia', {
      settings,
      credentials: zenviaAccount.credentials,
    })) as {
      notices: { path: string };
    };
    const steps = [
      { type: 'action', name: 'send_sms', data: { message: 'Seu PIX' } },
      { type: 'delay', minutes: 3 * 24 * 60 },
      { type: 'action', name: 'send_sms', data: { message: 'Ainda da tempo' } },
    ];
    const text = JSON.stringify({ name: 'Recuperação', trigger_event: 'pix.generated', steps });
    await saveAutomation(
      { db: service.context.db, mode: 'off' },
      { storeId: service.storeId, text, publish: true },
      unaudited,
    );
    const caller = '4bf92f3577b34da6a3ce929d0e0e4736';
    const posted = await fetch(`${service.baseUrl}/stores/external/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': service.secretKey,
        traceparent: `00-${caller}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify({
        id: 'E-1',
        type: 'pix.generated',
        occurred_at: new Date(service.context.clock()).toISOString(),
        data: orderOf(zelia, 'P1'),
      }),
    });
    const answer = (await posted.json()) as { eventId: string };
    expect(answer).toMatchObject({ success: true });
    const { eventId } = answer;
    await service.settle();
    const [{ providerId } = { providerId: '' }] = await service.messages();
    const status = { messageId: providerId, messageStatus: { timestamp: new Date().toISOString(), code: 'DELIVERED' } };
    const inbound = await fetch(service.baseUrl + notices.path, {
      method: 'POST',
      body: JSON.stringify({ type: 'MESSAGE_STATUS', channel: 'sms', ...status }),
    });
    expect(inbound.status).toBe(200);
    service.pass(3 * day);
    await service.settle();
    await service.context.tracer!.close();

    const request = the('POST /stores/external/events');
    const event = the('event pix.generated');
    const start = the('run start');
    expect(event.traceId).toBe(eventId.replaceAll('-', ''));
    expect([request.links, event.links]).toEqual([[`${caller} 00f067aa0ba902b7`, place(event)], [place(request)]]);
    expect(request).toMatchObject({
      service: 'retoma',
      kind: 2,
      attributes: {
        'http.route': '/stores/external/events',
        'http.response.status_code': '202',
        'retoma.store_id': service.storeId,
        'retoma.request_id': posted.headers.get('x-request-id'),
      },
    });
    // An outside caller cannot set our trace.
    expect(request.traceId).not.toBe(caller);
    expect(start).toMatchObject({ traceId: event.traceId, parentSpanId: event.spanId });
    const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === start.spanId);
    expect(new Set(below.map(({ traceId }) => traceId))).toEqual(new Set([event.traceId]));
    expect(below.map(({ name }) => name).sort()).toEqual(
      ['message delivered', 'run outcome', 'run outcome', 'run wake', 'send sms', 'send sms'].sort(),
    );
    expect(named('send sms')[0]).toMatchObject({
      kind: 3,
      failed: false,
      attributes: { 'retoma.provider': 'zenvia', 'retoma.outcome': 'sent', 'retoma.message': 'steps[0]#1' },
    });
    const webhook = collector.spans.find(({ name }) => name.startsWith('POST /webhooks/channels/'))!;
    expect([webhook.links, the('message delivered').links]).toEqual([
      [place(the('message delivered'))],
      [place(webhook)],
    ]);
    for (const { start: from, end } of collector.spans) expect(end).toBeGreaterThanOrEqual(from);
  });
});

test('another process’s work for an event is in the event’s trace', async () => {
  const service = await startTestService({ ...exported(), OTEL_SERVICE_NAME: 'web' });
  const { context } = service;
  await automate(service, service.storeId);
  const { metrics, log, config } = context;
  const parts = { log, dropped: metrics.spansDropped };
  const tracer = await openTracing({ ...config.tracing!, serviceName: 'worker' }, parts);
  const workers = runWorkers({
    connectionString: service.databaseUrl,
    log,
    metrics,
    tracer,
    secret: 'a secret for tests of thirty-two characters',
    baseUrl: () => context.baseUrl,
    config: { ...config, slowQueryMs: 0, allowPrivateAddresses: true, mail: undefined },
  });
  await sendEvent(service, service.secretKey, 'pix.generated', orderOf(zelia, 'Z1'));
  await expect.poll(() => named('send whatsapp').length, { timeout: 30_000 }).toBe(1);
  await workers.stop();
  await tracer!.close();
  await service.stop();
  const event = the('event pix.generated');
  expect(event.service).toBe('web');
  const ofWorker = collector.spans.filter(({ traceId, service: by }) => traceId === event.traceId && by === 'worker');
  expect(ofWorker.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['run start', 'send whatsapp', 'run outcome']),
  );
  const rendered = await metrics.registry.getSingleMetricAsString('retoma_message_send_seconds');
  expect(rendered).toContain('channel="whatsapp",provider="sandbox",outcome="sent"');
  expect(await metrics.registry.getSingleMetricAsString('retoma_job_seconds')).toContain('job_name="watch runs"');
});

test('[COM8] the traces of a complete purchase reveal nothing of the shopper', async () => {
  const service = await startTestService(exported());
  const engine = engineOf(service);
  await automate(service, service.storeId);
  await buyOnPage(service, zelia);
  await buyOnPage(service, zelia, 'card');
  await sendEvent(service, service.secretKey, 'pix.generated', orderOf(zelia, 'Z1'));
  await settle(engine);
  await fetch(`${service.baseUrl}/pay/${encodeURIComponent(zelia.email)}?q=${zelia.email}`);
  await service.stop();
  const names = new Set(collector.spans.map(({ name }) => name));
  for (const name of ['payment create', 'event payment.confirmed', 'event pix.generated', 'run start', 'send whatsapp'])
    expect(names).toContain(name);
  const text = collector.bodies.join('').toLowerCase();
  expect(tracesOfZelia.filter((trace) => text.includes(trace))).toEqual([]);
});

test('a log line contains the ids of its request and its span', async () => {
  const service = await startTestService({ ...exported(), SLOW_QUERY_MS: '1' });
  await service.asOwner(`
    create function dawdle() returns trigger language plpgsql as
      $$begin perform pg_sleep(0.01); return new; end$$;
    create trigger dawdle before insert on checkouts for each row execute function dawdle()`);
  const answer = await service.post(
    { cart: { items: [{ title: 'Camiseta', quantity: 1, unitPrice: 4990, image: 'https://loja.example/c.png' }] } },
    { 'idempotency-key': 'once' },
  );
  expect(answer.status).toBe(201);
  await service.stop();
  const requestId = answer.headers.get('x-request-id');
  const lines = service.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const slow = lines.find((line) => line.msg === 'slow query' && line.requestId === requestId);
  const { traceId, spanId } = the('POST /stores/external/checkout');
  expect(slow).toMatchObject({ pool: 'http', requestId, traceId, spanId });
});
