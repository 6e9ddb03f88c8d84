import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { Config } from '../../base/config/config.ts';
import { openPool } from '../../base/postgres/pool.ts';
import { sendError } from '../../http/errors.ts';
import { addHealth } from '../http/public/health.ts';
import { addMetrics } from '../http/public/metrics.ts';
import type { Logger } from '../../base/log/log.ts';
import type { Metrics } from '../../base/telemetry/metrics.ts';
import type { Closers } from '../../base/shutdown.ts';

/** Dependencies of `serveWorkerMetrics`. */
type WorkerMetricsDeps = { config: Config; metrics: Metrics; log: Logger; connectionString: string };

/**
 * Serves /metrics, /health/live and /health/ready on METRICS_PORT, as `serve` does. Returns the port; undefined if the setting is absent.
 * It uses a separate connection, so that it responds when the workers' pools are busy.
 */
export async function serveWorkerMetrics(deps: WorkerMetricsDeps, closers: Closers): Promise<number | undefined> {
  const { config, metrics, log, connectionString } = deps;
  const { metricsPort: port, host } = config;
  if (port === undefined) return undefined;
  const db = openPool(connectionString, 1, (error) => log.warn({ err: error }, 'connection lost'));
  closers.add(() => db.end());
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.setNotFoundHandler((_request, reply) => sendError(reply, 'NOT_FOUND'));
  addHealth(app, { db, draining: false, metrics });
  addMetrics(app, { metrics, config });
  closers.add(() => app.close());
  try {
    await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`METRICS_PORT ${port} on ${host} is already in use.`, { cause: error });
  }
  return (app.server.address() as AddressInfo).port;
}
