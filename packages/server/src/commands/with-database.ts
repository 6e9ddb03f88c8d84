import { readConfig } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { openPool, type Database } from '../db/pool.ts';
import { readSecret } from '../secrets.ts';
import { ApiKeys } from '../stores/api-key.ts';
import { Closers } from './closers.ts';

/** What a short command works with; `migrated` names the migrations that ran on the way. */
export type CommandContext = { db: Database; keys: ApiKeys; migrated: string[] };

/**
 * Runs one short command on the service's database, brought up to date: that of DATABASE_URL, that of the service which
 * runs beside it, or the embedded one, started for the moment.
 */
export async function withDatabase<T>(
  environment: Record<string, string | undefined>,
  command: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment);
  const closers = new Closers();
  try {
    const database = await openDatabase(config);
    closers.add(database.close);
    const migrated = await migrate(database.connectionString);
    const db = openPool(database.connectionString, 3, () => {});
    closers.add(() => db.end());
    return await command({ db, keys: new ApiKeys(readSecret(config.secret, config.home)), migrated });
  } finally {
    await closers.close();
  }
}
