import { Client } from 'pg';
import type { BenchPostgres } from '../harness/postgres.ts';
import { cpuOf, cpuOfMachine, family } from '../harness/processes.ts';
import type { Delay } from './job.ts';
import { RunnerProcess } from './runner-process.ts';
import type { RunnerName } from './runners.ts';

/** One repetition. CPU is that of the runner's processes and PostgreSQL; core counts are averages over the repetition. */
export type EngineSample = {
  perSecond: number;
  cpuMicros: number;
  nodeCores: number;
  postgresCores: number;
  rowsPerRun: number;
  diskPerRun: number;
  walPerRun: number;
  /** Cores used by other processes of the machine. */
  others: number;
};

/** The delay of the job whose throughput is measured: up to a second. */
const spread: Delay = { baseMs: 0, spreadMs: 1000 };
let databases = 0;

/** Runs `body` with a new database, and drops the database afterwards. */
export async function withDatabase<T>(
  postgres: BenchPostgres,
  body: (connectionString: string, sql: Client) => Promise<T>,
): Promise<T> {
  const name = `engine_${++databases}`;
  const connectionString = await postgres.createDatabase(name);
  const sql = new Client({ connectionString });
  await sql.connect();
  try {
    return await body(connectionString, sql);
  } finally {
    await sql.end();
    await postgres.dropDatabase(name);
  }
}

/** Executes `runs` runs and measures from the first event submitted to the last run ended. */
export function measure(postgres: BenchPostgres, name: RunnerName, runs: number): Promise<EngineSample> {
  return withDatabase(postgres, async (connectionString, sql) => {
    const runner = new RunnerProcess(name);
    try {
      await runner.start(connectionString, spread);
      const warm = await warmUp(runner, sql, runs);
      const [rows, stored] = [await countRows(sql), await readStored(sql)];
      const [used, startedAt] = [readCpu(runner, postgres), performance.now()];
      await runner.submit(warm, runs);
      await runner.waitDone(warm + runs);
      const elapsed = (performance.now() - startedAt) / 1000;
      const [usedAfter, storedAfter] = [readCpu(runner, postgres), await readStored(sql)];
      const [node, pg] = [usedAfter.node - used.node, usedAfter.postgres - used.postgres];
      const rowsAfter = await countRows(sql);
      await runner.stop();
      return {
        perSecond: runs / elapsed,
        cpuMicros: ((node + pg) / runs) * 1e6,
        nodeCores: node / elapsed,
        postgresCores: pg / elapsed,
        rowsPerRun: (rowsAfter - rows) / runs,
        diskPerRun: (storedAfter.disk - stored.disk) / runs,
        walPerRun: (storedAfter.wal - stored.wal) / runs,
        others: (usedAfter.others - used.others) / elapsed,
      };
    } finally {
      await runner.kill();
    }
  });
}

/**
 * Brings the engine into its steady state: code is compiled (V8 takes about ten seconds), connections are open, and autovacuum has run.
 * Statistics are taken in the middle of the work. Statistics taken at the end show empty queues; graphile-worker caches its plans, would
 * read a whole index for each job, and lose a third of its speed. Returns the number of warm-up runs; `runs` will be measured.
 */
export async function warmUp(runner: RunnerProcess, sql: Client, runs: number): Promise<number> {
  const warm = Math.round(runs / 2);
  await runner.submit(0, warm);
  await runner.waitDone(Math.round(warm / 2));
  await sql.query('analyze');
  await runner.waitDone(warm);
  await sql.query('vacuum');
  await sql.query('checkpoint');
  return warm;
}

/** CPU seconds so far, by group. An ended backend's CPU time is added to its postmaster, so none is lost. */
export function readCpu(
  runner: RunnerProcess,
  postgres: BenchPostgres,
): { node: number; postgres: number; others: number } {
  const sum = (pids: readonly number[]): number => pids.reduce((total, pid) => total + cpuOf(pid), 0);
  const [node, pg] = [sum(runner.pids), sum(family(postgres.pid))];
  const { user, system } = process.cpuUsage();
  return { node, postgres: pg, others: cpuOfMachine() - node - pg - (user + system) / 1e6 };
}

/** Bytes of the database on disk, and bytes of WAL written since the cluster was created. */
export async function readStored(sql: Client): Promise<{ disk: number; wal: number }> {
  const { rows } = await sql.query<{ disk: number; wal: number }>(
    `select pg_database_size(current_database())::float8 as disk, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as wal`,
  );
  return rows[0]!;
}

/** Rows in all tables of the database, by count(*), since estimates lag behind. */
async function countRows(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and oid >= 16384`,
  );
  if (rows.length === 0) return 0;
  const counts = rows.map(({ name }) => `(select count(*) from ${name})`).join(' + ');
  const { rows: total } = await sql.query<{ rows: number }>(`select (${counts})::float8 as rows`);
  return total[0]!.rows;
}
