import { Counter, type Registry } from 'prom-client';

/** The limits against abuse, as labels. */
export const abuseLimits = ['bytes', 'store_bytes', 'contacts', 'cards', 'codes'] as const;

/** Counts of requests that were refused. */
export function openRefusalMetrics(registry: Registry) {
  return {
    rateLimited: new Counter({
      name: 'retoma_rate_limited_total',
      help: 'Requests rejected by the rate limit',
      registers: [registry],
    }),
    abuseLimited: new Counter({
      name: 'retoma_abuse_limited_total',
      help: `What a limit against abuse refused or held: ${abuseLimits.join(', ')}`,
      labelNames: ['limit'],
      registers: [registry],
    }),
    accessRefused: new Counter({
      name: 'retoma_access_refused_total',
      help: 'Requests rejected for lack of permission or sign-in, by route and code',
      labelNames: ['route', 'reason'],
      registers: [registry],
    }),
  };
}
