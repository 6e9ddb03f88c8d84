import { readConfig } from '../config/config.ts';
import { paymentSettings } from '../payments/index.ts';
import { openDatabase } from '../db/open-database.ts';
import { rolesNotSplit } from '../db/roles.ts';
import { openLog } from '../platform/log.ts';
import { openMail } from '../platform/service-mail.ts';
import { openMetrics } from '../observability/metrics.ts';
import { openTracing } from '../observability/open-tracing.ts';
import { readSecret } from '../crypto/derive-keys.ts';
import { Closers } from '../platform/shutdown.ts';
import { runWorkers } from '../workers.ts';
import { serveWorkerMetrics } from './worker-metrics.ts';

/** Running workers without the API. */
export type Workers = {
  /** Port of /metrics and /health; undefined: they are not served. */
  metricsPort: number | undefined;
  /** Stops the workers once their current work is finished. */
  stop: () => Promise<void>;
};

/** Starts workers without the API. Any number of processes may run, on any number of machines. */
export async function work(environment: Record<string, string | undefined>): Promise<Workers> {
  const config = readConfig(environment, paymentSettings);
  const log = openLog(config.logLevel);
  const closers = new Closers();
  try {
    const database = await openDatabase(config);
    closers.add(database.close);
    const { connectionString } = database;
    if (!database.rolesSplit) log.warn(rolesNotSplit);
    const secret = readSecret(config.secret, config.home);
    // Links in messages lead to the service, which is another process; without BASE_URL it can only be on this machine.
    const baseUrl = config.baseUrl ?? `http://127.0.0.1:${config.port}`;
    const { retention, slowQueryMs } = config;
    const outgoing = { allowPrivate: config.allowPrivateAddresses };
    const metrics = openMetrics();
    const tracer = await openTracing(config.tracing, { log, dropped: metrics.spansDropped });
    if (tracer) closers.add(() => tracer.close());
    const parts = {
      connectionString,
      log,
      metrics,
      tracer,
      slowQueryMs,
      secret,
      baseUrl: () => baseUrl,
      retention,
      payments: config,
      mail: openMail(config),
      outgoing,
    };
    closers.add(runWorkers(parts).stop);
    const metricsPort = await serveWorkerMetrics({ config, metrics, log, connectionString }, closers);
    log.info({ metricsPort }, 'working');
    return { metricsPort, stop: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
