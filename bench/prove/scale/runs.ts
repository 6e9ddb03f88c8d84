import type { Client } from 'pg';
import { RunnerProcess } from '../../engine/runner-process.ts';
import { startEnginePostgres } from '../../engine/postgres.ts';
import { warmUp, withDatabase } from '../../engine/measure.ts';
import { measureCores, postgresGroups } from '../../harness/cores.ts';
import type { BenchPostgres } from '../../harness/postgres.ts';
import type { Scaled } from './table.ts';

const host = 'host';

/** Runs a second with a number of worker processes: event, message, a wait of up to a second, message (bench/engine/ours.ts). */
export async function measureRuns(workers: number, runs: number): Promise<Scaled> {
  const postgres = await startEnginePostgres();
  process.env['ENGINE_WORKERS'] = String(workers);
  try {
    return await withDatabase(postgres, (database, sql) => measureTrial(postgres, database, sql, { workers, runs }));
  } finally {
    delete process.env['ENGINE_WORKERS'];
    await postgres.stop();
  }
}

async function measureTrial(
  postgres: BenchPostgres,
  database: string,
  sql: Client,
  { workers, runs }: { workers: number; runs: number },
): Promise<Scaled> {
  const runner = new RunnerProcess('ours');
  try {
    await runner.start(database, { baseMs: 0, spreadMs: 1000 });
    const warm = await warmUp(runner, sql, runs);
    const [hostPid, ...workerPids] = runner.pids;
    const names = workerPids.map((_, index) => `worker ${index + 1}`);
    const cores = measureCores([
      ...postgresGroups(postgres.pid),
      // The host inserts the events and polls their progress.
      { name: host, pids: () => [hostPid!] },
      ...workerPids.map((pid, index) => ({ name: names[index]!, pids: () => [pid] })),
    ]);
    const startedAt = performance.now();
    await runner.submit(warm, runs);
    await runner.waitDone(warm + runs);
    const perSecond = (runs * 1000) / (performance.now() - startedAt);
    const used = cores();
    await runner.stop();
    return { processes: workers, perSecond, cores: used, single: [host, ...names] };
  } finally {
    await runner.kill();
  }
}
