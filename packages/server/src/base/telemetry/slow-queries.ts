import type { SlowQueries } from '../postgres/driver/client.ts';
import type { Logger } from '../log/log.ts';
import type { Metrics } from './metrics.ts';

/** Logs and counts the slow statements of a pool. `ms`: the threshold; 0: off. */
export function slowQueries(
  { log, metrics }: { log: Logger; metrics: Metrics },
  pool: string,
  ms: number,
): { slow?: SlowQueries } {
  if (ms === 0) return {};
  metrics.slowQueries.inc({ pool }, 0);
  return {
    slow: {
      ms,
      report(query, took) {
        metrics.slowQueries.inc({ pool });
        log.warn({ pool, query, ms: took }, 'slow query');
      },
    },
  };
}
