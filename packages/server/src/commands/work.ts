import { readConfig } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { readSecret } from '../secrets.ts';
import { Closers } from './closers.ts';
import { runWorkers } from './run-workers.ts';

/** Starts workers alone; `stop` waits for what they are doing. Any number may run, on any number of machines. */
export async function work(environment: Record<string, string | undefined>): Promise<{ stop: () => Promise<void> }> {
  const config = readConfig(environment);
  const log = openLog(config.logLevel);
  const closers = new Closers();
  try {
    const database = await openDatabase(config);
    closers.add(database.close);
    await migrate(database.connectionString);
    const { connectionString } = database;
    const secret = readSecret(config.secret, config.home);
    // Links in messages lead to the service, which is somewhere else; without BASE_URL it can only be on this machine.
    const baseUrl = config.baseUrl ?? `http://127.0.0.1:${config.port}`;
    closers.add(runWorkers({ connectionString, log, metrics: openMetrics(), secret, baseUrl: () => baseUrl }).stop);
    log.info('working');
    return { stop: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
