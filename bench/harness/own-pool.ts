import { openPool, type Database } from '../../packages/server/src/base/postgres/pool.ts';
import { withTestTimeout } from '../../packages/server/src/testing/with-test-timeout.ts';

/** A pool for the work of a benchmark or proof itself, with longer timeouts than those of the product under load. */
export const openOwnPool = (connectionString: string, size = 1, statementMs = 60_000): Database =>
  openPool(withTestTimeout(connectionString), size, () => {}, { statementMs });
