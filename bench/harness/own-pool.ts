import { openPool, type Database } from '../../packages/server/src/db/pool.ts';
import { patient } from '../../packages/server/src/testing/patient.ts';

/** A pool of a benchmark or proof itself. Unlike the product under load, it waits for a busy machine. */
export const openOwnPool = (connectionString: string, size = 1): Database =>
  openPool(patient(connectionString), size, () => {}, { statementMs: 60_000 });
