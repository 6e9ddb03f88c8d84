// Waiting runs: the cost of 100,000 of them at rest, the cost of a start after kill -9 with them, and the lateness of the second send when
// as many timers fall due within one minute. Each is measured once; CPU used by other processes is printed. BENCH_PART=parked npm run bench
// -- engine; BENCH_RUNNERS=a,b chooses runners, BENCH_PARKED the number of runs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { BenchPostgres } from '../harness/postgres.ts';
import { median } from '../harness/processes.ts';
import type { Delay } from './job.ts';
import { readCpu, readStored, withDatabase } from './measure.ts';
import { RunnerProcess } from './runner-process.ts';
import { chooseRunners, type RunnerName } from './runners.ts';
import { startEnginePostgres } from './postgres.ts';

const parked = Number(process.env['BENCH_PARKED'] ?? 100_000);
const hour: Delay = { baseMs: 3_600_000, spreadMs: 1 };
/** Parking takes the first quarter of a minute, so that it does not compete with the timers. */
const withinMinute: Delay = { baseMs: 15_000, spreadMs: 60_000 };
const idleSeconds = 20;
const starts = 7;

type Waiting = {
  parkSeconds: number;
  disk: number;
  heap: number;
  idleNode: number;
  idlePostgres: number;
  others: number;
};
type Starts = { none: number; all: number };
type Lateness = { p50: number; p99: number; max: number };

/** Measures each runner and prints one row for it. */
export async function runParked(): Promise<void> {
  const names = chooseRunners(process.env['BENCH_RUNNERS'] ?? 'pg-boss-1000x1,limit');
  const postgres = await startEnginePostgres();
  const columns = ['runner', 'parked', 'to park s', 'disk B/run', 'heap growth MB', 'idle cores node / PG', 'others'];
  const head = [...columns, 'start s with none', 'with all', 'late ms p50', 'p99', 'max'];
  console.log(`\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}`);
  try {
    for (const name of names) {
      const { waiting, starts } = await withDatabase(postgres, (db, sql) => measureWaiting(postgres, name, db, sql));
      const late = await withDatabase(postgres, (db) => measureLateness(name, db));
      console.log(row(name, waiting, starts, late));
    }
  } finally {
    await postgres.stop();
  }
}

function row(name: RunnerName, waiting: Waiting, starts: Starts, late: Lateness): string {
  const { parkSeconds, disk, heap, idleNode, idlePostgres, others } = waiting;
  const cells = [
    name,
    parked,
    parkSeconds.toFixed(1),
    disk.toFixed(0),
    (heap / 1e6).toFixed(1),
    `${idleNode.toFixed(3)} / ${idlePostgres.toFixed(3)}`,
    others.toFixed(2),
    starts.none.toFixed(2),
    starts.all.toFixed(2),
    ...[late.p50, late.p99, late.max].map((ms) => ms.toFixed(0)),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function measureWaiting(
  postgres: BenchPostgres,
  name: RunnerName,
  db: string,
  sql: Client,
): Promise<{ waiting: Waiting; starts: Starts }> {
  let next = 0;
  const restart = async (runner: RunnerProcess): Promise<{ runner: RunnerProcess; seconds: number }> => {
    await runner.kill();
    const [fresh, startedAt] = [new RunnerProcess(name), performance.now()];
    await fresh.start(db, hour);
    // A start is complete when a new event has reached its delay.
    await fresh.submit(next++, 1);
    await fresh.waitParked(1);
    return { runner: fresh, seconds: (performance.now() - startedAt) / 1000 };
  };
  const restartMedian = async (): Promise<number> => {
    const times: number[] = [];
    for (let time = 0; time < starts; time++) {
      const { runner: fresh, seconds } = await restart(runner);
      runner = fresh;
      times.push(seconds);
    }
    return median(times);
  };
  let runner = new RunnerProcess(name);
  try {
    await runner.start(db, hour);
    const none = await restartMedian();
    const [heap, { disk }, startedAt] = [await runner.heap(), await readStored(sql), performance.now()];
    await runner.submit(next, parked);
    next += parked;
    await runner.waitParked(parked + 1);
    const parkSeconds = (performance.now() - startedAt) / 1000;
    const [heapAfter, { disk: diskAfter }] = [await runner.heap(), await readStored(sql)];
    // Vacuum and checkpoint first: the work that the burst left to PostgreSQL is not a cost of waiting.
    await sql.query('vacuum analyze');
    await sql.query('checkpoint');
    const before = readCpu(runner, postgres);
    await sleep(idleSeconds * 1000);
    const after = readCpu(runner, postgres);
    const waiting = {
      parkSeconds,
      disk: (diskAfter - disk) / parked,
      heap: heapAfter - heap,
      idleNode: (after.node - before.node) / idleSeconds,
      idlePostgres: (after.postgres - before.postgres) / idleSeconds,
      others: (after.others - before.others) / idleSeconds,
    };
    const all = await restartMedian();
    return { waiting, starts: { none, all } };
  } finally {
    await runner.kill();
  }
}

async function measureLateness(name: RunnerName, db: string): Promise<Lateness> {
  const runner = new RunnerProcess(name);
  try {
    await runner.start(db, withinMinute);
    await runner.submit(0, parked);
    await runner.waitDone(parked);
    const lateness = (await runner.lateness()).toSorted((one, other) => one - other);
    await runner.stop();
    const at = (share: number): number => lateness[Math.ceil(share * lateness.length) - 1]!;
    return { p50: at(0.5), p99: at(0.99), max: at(1) };
  } finally {
    await runner.kill();
  }
}
