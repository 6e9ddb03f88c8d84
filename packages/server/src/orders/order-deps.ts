import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';
import type { PaymentProviders } from '../payments/index.ts';

/** What the verbs work with that ask a provider of payments something. */
export type OrderParts = {
  db: Database;
  clock: Clock;
  log: Logger;
  payments: PaymentProviders;
  /** As `credentialsKey` makes it. */
  credentialsKey: Buffer;
  /** Public address without a trailing slash: providers send their webhooks there. */
  baseUrl: string;
};
