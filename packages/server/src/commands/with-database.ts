import { readConfig } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { openPool, type Database, type PoolOptions } from '../db/pool.ts';
import { readSecret } from '../secrets.ts';
import { ApiKeys } from '../stores/api-key.ts';
import { webhookKey } from '../stores/webhook-secret.ts';
import { Closers } from './closers.ts';

/** What a short command works with; `migrated` names the migrations that ran on the way. */
export type CommandContext = {
  db: Database;
  keys: ApiKeys;
  webhookKeyOf: (storeId: string) => Buffer;
  migrated: string[];
};

/**
 * Runs one short command on the service's database, brought up to date: that of DATABASE_URL, that of the service which
 * runs beside it, or the embedded one, started for the moment. `pool`: for a command that reads much.
 */
export async function withDatabase<T>(
  environment: Record<string, string | undefined>,
  command: (context: CommandContext) => Promise<T>,
  pool: PoolOptions = {},
): Promise<T> {
  const config = readConfig(environment);
  const closers = new Closers();
  try {
    const database = await openDatabase(config);
    closers.add(database.close);
    const migrated = await migrate(database.connectionString);
    const db = openPool(database.connectionString, 3, () => {}, pool);
    closers.add(() => db.end());
    const secret = readSecret(config.secret, config.home);
    const webhookKeyOf = (storeId: string): Buffer => webhookKey(secret, storeId);
    return await command({ db, keys: new ApiKeys(secret), webhookKeyOf, migrated });
  } finally {
    await closers.close();
  }
}
