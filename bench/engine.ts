// Automations on durable engines: event → send → delay of up to a second → send → end. Each runner is a separate process family on
// one durable PostgreSQL, alternating with the others; medians of repetitions during which no other process used the machine. `limit`
// is the upper bound that PostgreSQL sets. A send of a peer stores nothing; a send of ours and of `limit` stores a row. Not measured:
// a network, a database on another machine, providers.
// BENCH_RUNNERS=a,b chooses runners; BENCH_SCALE=0.1 shortens the runs; BENCH_REPETITIONS; BENCH_QUIET: cores that other processes may use.
// BENCH_PART=parked measures waiting runs instead (engine/parked.ts).
import { measure, type EngineSample } from './engine/measure.ts';
import { runParked } from './engine/parked.ts';
import { chooseRunners, runners, type RunnerName } from './engine/runners.ts';
import { startEnginePostgres } from './engine/postgres.ts';
import { median } from './harness/processes.ts';
import { measureQuietly, quietEnough } from './harness/quiet.ts';

const repetitions = Number(process.env['BENCH_REPETITIONS'] ?? 3);
const scale = Number(process.env['BENCH_SCALE'] ?? 1);

/** Prints the table and its ratios; with BENCH_PART=parked the costs of waiting runs. */
export function run(): Promise<void> {
  return process.env['BENCH_PART'] === 'parked' ? runParked() : runThroughput();
}

async function runThroughput(): Promise<void> {
  const names = chooseRunners(process.env['BENCH_RUNNERS']);
  const samples = new Map<RunnerName, EngineSample[]>(names.map((name) => [name, []]));
  const postgres = await startEnginePostgres();
  try {
    for (let repetition = 0; repetition < repetitions; repetition++) {
      for (const name of names) {
        const runs = Math.round(runners[name].runs * scale);
        const sample = await measureQuietly(name, () => measure(postgres, name, runs));
        process.stderr.write(
          `  ${name}: ${sample.perSecond.toFixed(0)} runs/s, others ${sample.others.toFixed(2)} cores\n`,
        );
        samples.get(name)!.push(sample);
      }
    }
  } finally {
    await postgres.stop();
  }
  print(samples);
}

function print(samples: ReadonlyMap<RunnerName, EngineSample[]>): void {
  const speed = (name: RunnerName): number => median((samples.get(name) ?? []).map(({ perSecond }) => perSecond));
  const baselines: Record<string, number> = {
    'pg-boss': Math.max(...(['pg-boss-500x2', 'pg-boss-1000x1'] as const).map(speed).filter((number) => number > 0)),
    'graphile-worker': speed('graphile-worker'),
    limit: speed('limit'),
  };
  const ratios = Object.entries(baselines).filter(([, baseline]) => Number.isFinite(baseline));
  const columns = [
    'runner',
    'runs',
    'runs/s [min..max]',
    'CPU µs/run',
    'cores node / PG',
    'rows/run',
    'disk B/run',
    'WAL B/run',
  ];
  const head = [...columns, ...ratios.map(([name]) => `x ${name}`)];
  console.log(`\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}`);
  for (const [name, list] of samples) {
    const of = (member: keyof EngineSample): number => median(list.map((sample) => sample[member]));
    const all = list.map(({ perSecond }) => perSecond);
    const cells = [
      name,
      Math.round(runners[name].runs * scale),
      `${of('perSecond').toFixed(0)} [${Math.min(...all).toFixed(0)}..${Math.max(...all).toFixed(0)}]`,
      of('cpuMicros').toFixed(0),
      `${of('nodeCores').toFixed(2)} / ${of('postgresCores').toFixed(2)}`,
      of('rowsPerRun').toFixed(1),
      of('diskPerRun').toFixed(0),
      of('walPerRun').toFixed(0),
      ...ratios.map(([, baseline]) => (speed(name) / baseline).toFixed(2)),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  for (const [name, list] of samples) {
    const disturbed = list.filter(({ others }) => others > quietEnough).length;
    if (disturbed > 0)
      console.log(`${name}: others used the machine in ${disturbed} of its ${list.length} repetitions`);
  }
}
