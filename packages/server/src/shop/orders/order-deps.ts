import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import type { Logger } from '../../base/log/log.ts';
import type { PaymentProviders } from '../../providers/payments/index.ts';

/** The dependencies of operations that call a payment provider. */
export type OrderDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  payments: PaymentProviders;
  /** From `credentialsKey`. */
  credentialsKey: Buffer;
  /** Public address without a trailing slash: providers send their webhooks there. */
  baseUrl: string;
};
