import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawPlot, type Line } from './plot.ts';
import { isAnswered, percentile, type Recording, type LoadSample } from './recording.ts';
import { kinds, type Kind, type Load } from './settings.ts';

/** An injected failure, with its instant in milliseconds after the start. */
export type Mark = { readonly at: number; readonly word: string };

/** The content of a report. `extra`: Markdown of the caller. */
type TrafficSummary = {
  readonly load: Pick<Load, 'rate' | 'seconds' | 'seed' | 'baseUrls' | 'stores'>;
  readonly recording: Recording;
  readonly marks?: readonly Mark[];
  readonly extra?: string;
};

/** Writes report.md and its plots into a folder; returns the Markdown. */
export function writeReport(folder: string, { load, recording, marks = [], extra = '' }: TrafficSummary): string {
  mkdirSync(folder, { recursive: true });
  const { seconds } = load;
  const { samples } = recording;
  const data = { seconds, marks: marks.map(({ at, word }) => ({ at: at / 1000, word })) };
  const plots = {
    'answers.svg': drawPlot({ ...data, title: 'Answers', unit: 'a second', lines: answersOf(samples, seconds) }),
    'latency.svg': drawPlot({
      ...data,
      title: 'Time to answer, from when a request was due',
      unit: 'ms',
      log: true,
      lines: latenciesOf(samples, seconds),
    }),
    'kinds.svg': drawPlot({
      ...data,
      title: 'p99 by kind, over 5 s',
      unit: 'ms',
      log: true,
      lines: byKind(samples, seconds),
    }),
  };
  for (const [name, svg] of Object.entries(plots)) writeFileSync(path.join(folder, name), svg);
  const text = [
    '# Load',
    '',
    `${load.rate} requests a second arrived for ${seconds} s (seed ${load.seed}) at ${load.stores.length} stores and ` +
      `${load.baseUrls.length} processes of the API. They did not wait for each other; each counts from when it was due. ` +
      `The load itself was late by ${recording.lateP99.toFixed(1)} ms at the worst of a hundred.`,
    '',
    ...tableOf(samples, seconds),
    '',
    `Messages that left: ${new Set(recording.calls.map(({ key }) => key)).size}.${promptness(recording)}`,
    '',
    ...(extra === '' ? [] : [extra, '']),
    ...Object.keys(plots).flatMap((name) => [`![](${name})`, '']),
  ].join('\n');
  writeFileSync(path.join(folder, 'report.md'), text);
  return text;
}

/** A line with the times from an event to its first message. */
function promptness({ deliveries }: Recording): string {
  if (deliveries.length === 0) return '';
  const of = (share: number): string =>
    percentile(
      deliveries.map(({ ms }) => ms),
      share,
    ).toFixed(0);
  return ` The first after an event followed its answer within ${of(0.5)} ms (p50), ${of(0.99)} ms (p99), ${of(1)} ms (max).`;
}

function tableOf(samples: readonly LoadSample[], seconds: number): string[] {
  const rows = [...kinds, 'all' as const].flatMap((kind) => {
    const ofKind = kind === 'all' ? samples : samples.filter((sample) => sample.kind === kind);
    if (ofKind.length === 0) return [];
    const ms = ofKind.filter(isAnswered).map((sample) => sample.ms);
    const of = (share: number): string => percentile(ms, share).toFixed(1);
    const cells = [kind, ofKind.length, (ofKind.length / seconds).toFixed(1), of(0.5), of(0.99), of(1)];
    return `| ${[...cells, statusesOf(ofKind)].join(' | ')} |`;
  });
  return [
    '| kind | requests | a second | p50 ms | p99 ms | max ms | answers |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ];
}

function statusesOf(samples: readonly LoadSample[]): string {
  const counts = new Map<string, number>();
  for (const { status } of samples) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
}

/** One point for each time window with a value. */
function windows(seconds: number, width: number, of: (from: number) => number | undefined): Line['points'] {
  const points: [number, number][] = [];
  for (let at = 0; at < seconds; at += width) {
    const value = of(at * 1000);
    if (value !== undefined) points.push([at + width / 2, value]);
  }
  return points;
}

function answersOf(samples: readonly LoadSample[], seconds: number): Line[] {
  const bySecond = inWindows(samples, 1);
  const count = (from: number, answered: boolean): number =>
    (bySecond.get(from / 1000) ?? []).filter((sample) => isAnswered(sample) === answered).length;
  return [
    { name: 'answered', points: windows(seconds, 1, (from) => count(from, true)) },
    { name: 'not', points: windows(seconds, 1, (from) => count(from, false)) },
  ];
}

function latenciesOf(samples: readonly LoadSample[], seconds: number): Line[] {
  const bySecond = inWindows(samples, 1);
  return [0.5, 0.99, 1].map((share) => ({
    name: share === 1 ? 'max' : `p${share * 100}`,
    points: windows(seconds, 1, (from) => percentileOf(bySecond.get(from / 1000), share)),
  }));
}

function byKind(samples: readonly LoadSample[], seconds: number): Line[] {
  return kinds
    .filter((kind: Kind) => samples.some((sample) => sample.kind === kind))
    .map((kind) => {
      const byWindow = inWindows(
        samples.filter((sample) => sample.kind === kind),
        5,
      );
      return { name: kind, points: windows(seconds, 5, (from) => percentileOf(byWindow.get(from / 5_000), 0.99)) };
    });
}

const percentileOf = (samples: readonly LoadSample[] | undefined, share: number): number | undefined =>
  samples &&
  percentile(
    samples.map(({ ms }) => ms),
    share,
  );

const inWindows = (samples: readonly LoadSample[], seconds: number): Map<number, LoadSample[]> =>
  Map.groupBy(samples, ({ at }) => Math.floor(at / 1000 / seconds));
