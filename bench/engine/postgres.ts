import { BenchPostgres } from '../harness/postgres.ts';
import { withDatabase } from './measure.ts';

/** More WAL than one repetition of the quickest runner writes, in megabytes. */
const walMegabytes = 2048;

/**
 * Starts the PostgreSQL of the engine's benchmarks: durable by default, with room, so that checkpoints do not decide, and with the files of
 * its WAL, which a server reuses once it has run for a while. A new one makes them as it goes, and writes each of them twice: the runner that
 * is measured first would pay for the later ones.
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
