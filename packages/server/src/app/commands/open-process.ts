import { readConfig, type Config } from '../../base/config/config.ts';
import { readSecret } from '../../base/crypto/derive-keys.ts';
import { clockDiffers, isSkewed } from '../../base/postgres/database-clock.ts';
import { Listeners } from '../../base/postgres/listener.ts';
import { explainFileError } from '../../base/postgres/embedded/data-folder.ts';
import { openDatabase } from '../../base/postgres/open-database.ts';
import { rolesNotSplit } from '../../base/postgres/roles.ts';
import { openMetrics, type Metrics } from '../../base/telemetry/metrics.ts';
import { openTracing } from '../../base/telemetry/open-tracing.ts';
import { declaredSettings } from '../providers.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log/log.ts';
import { Closers } from '../../base/shutdown.ts';
import type { Tracer } from '../../base/telemetry/tracer.ts';

/** What every long-running process has: its database, the server's secret, metrics, and traces if they are exported. */
export type ProcessDeps = {
  config: Config;
  log: Logger;
  connectionString: string;
  /** Connects as the owner of the tables, for migrations. */
  ownerConnectionString: string;
  embedded: boolean;
  /** RUN20: the clock of the database. */
  clock: Clock;
  listeners: Listeners;
  secret: string;
  metrics: Metrics;
  tracer: Tracer | undefined;
};

/**
 * Reads the configuration and runs `start` with closers for what it opens. If it fails, closes what is open, and throws: DatabaseRefused where
 * the database, or a file below RETOMA_HOME, cannot be used as it is.
 */
export async function startProcess<T>(
  environment: Record<string, string | undefined>,
  start: (config: Config, closers: Closers) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment, declaredSettings);
  const closers = new Closers();
  try {
    return await start(config, closers);
  } catch (error) {
    await closers.close();
    throw explainFileError(error, config.home);
  }
}

/** Opens the parts of a process, to be closed by `closers`. */
export async function openProcess(
  config: Config,
  log: Logger,
  closers: Closers,
  onProgress: (step: string) => void = (step) => log.info(step),
): Promise<ProcessDeps> {
  const waitMs = config.databaseWaitMs;
  const database = await openDatabase(config, { onProgress, waitMs });
  const { clock, connectionString, ownerConnectionString, embedded, rolesSplit } = database;
  closers.add(database.close);
  if (!rolesSplit) log.warn(rolesNotSplit);
  const secret = readSecret(config.secret, config.home);
  const metrics = openMetrics();
  const tracer = await openTracing(config.tracing, { log, dropped: metrics.spansDropped });
  if (tracer) closers.add(() => tracer.close());
  const listeners = new Listeners({ connectionString, clock });
  metrics.watchClock(() => listeners.skewMs);
  if (isSkewed(clock.skewMs)) log.warn({ skewMs: clock.skewMs }, clockDiffers);
  const { now } = clock;
  return {
    config,
    log,
    connectionString,
    ownerConnectionString,
    embedded,
    clock: now,
    listeners,
    secret,
    metrics,
    tracer,
  };
}
