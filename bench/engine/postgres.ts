import { BenchPostgres } from '../harness/postgres.ts';
import { withDatabase } from './measure.ts';

/** More WAL than one repetition of the fastest runner writes, in megabytes. */
const walMegabytes = 2048;

/**
 * Starts the PostgreSQL of the engine's benchmarks: durable as by default, with limits so large that checkpoints do not decide, and with
 * its WAL files created in advance. A server that has run for a while reuses WAL files; a new one creates each and writes it twice, so the
 * runner measured first would pay for the others.
 */
export async function startEnginePostgres(): Promise<BenchPostgres> {
  const postgres = await new BenchPostgres({
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    min_wal_size: `${walMegabytes}MB`,
  }).start();
  try {
    await withDatabase(postgres, async (_, sql) => {
      await sql.query(
        `select pg_logical_emit_message(false, 'wal', repeat('x', 1 << 20)) from generate_series(1, ${walMegabytes})`,
      );
      await sql.query('checkpoint');
    });
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
