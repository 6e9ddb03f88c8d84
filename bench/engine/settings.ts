import { BenchPostgres } from '../harness/postgres.ts';

/** The PostgreSQL of the engine's benchmarks: durable by default, with room, so that checkpoints do not decide. Not started. */
export const enginePostgres = (): BenchPostgres => new BenchPostgres({ shared_buffers: '512MB', max_wal_size: '4GB' });
