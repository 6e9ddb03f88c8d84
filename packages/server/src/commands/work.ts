import { readConfig } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { openPool } from '../db/pool.ts';
import { startDuties } from '../duties/run-duties.ts';
import { openLog } from '../log.ts';
import { Closers } from './closers.ts';

/** Starts workers alone; `stop` waits for what they are doing. Any number may run, on any number of machines. */
export async function work(environment: Record<string, string | undefined>): Promise<{ stop: () => Promise<void> }> {
  const config = readConfig(environment);
  const log = openLog(config.logLevel);
  const closers = new Closers();
  try {
    const database = await openDatabase(config);
    closers.add(database.close);
    await migrate(database.connectionString);
    const db = openPool(database.connectionString, config.databasePool, (error) =>
      log.warn({ err: error }, 'connection lost'),
    );
    closers.add(() => db.end());
    closers.add(startDuties(db, log).stop);
    log.info('working');
    return { stop: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
