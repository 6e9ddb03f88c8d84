import { openLog } from '../../base/log/log.ts';
import { openProcess, startProcess } from './open-process.ts';
import { serveWorkerMetrics } from './worker-metrics.ts';
import { workOnShards } from './work-on-shards.ts';

/** Running workers without the API. */
export type Workers = {
  /** Port of /metrics and /health; undefined: they are not served. */
  metricsPort: number | undefined;
  /** Stops the workers once their current work is finished. */
  stop: () => Promise<void>;
};

/** Starts workers without the API. Any number of processes may run, on any number of machines. */
export const work = (environment: Record<string, string | undefined>): Promise<Workers> =>
  startProcess(environment, async (config, closers) => {
    const log = openLog(config.logLevel);
    const parts = await openProcess(config, log, closers);
    // Links in messages lead to the service, which is another process; without BASE_URL it can only be on this machine.
    const baseUrl = config.baseUrl ?? `http://127.0.0.1:${config.port}`;
    await workOnShards(parts, () => baseUrl, closers);
    const metricsPort = await serveWorkerMetrics(parts, closers);
    log.info({ metricsPort }, 'workers started');
    return { metricsPort, stop: () => closers.close() };
  });
