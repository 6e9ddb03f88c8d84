import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';
import type { PaymentProviders } from '../payments/index.ts';

/** The dependencies of operations that call a payment provider. */
export type OrderParts = {
  db: Database;
  clock: Clock;
  log: Logger;
  payments: PaymentProviders;
  /** From `credentialsKey`. */
  credentialsKey: Buffer;
  /** Public address without a trailing slash: providers send their webhooks there. */
  baseUrl: string;
};
