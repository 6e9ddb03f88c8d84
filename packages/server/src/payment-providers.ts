import type { Clock } from './platform/clock.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/pool.ts';
import { openOutgoing } from './platform/http-client.ts';
import { openPaymentProviders, type PaymentProviders } from './payments/index.ts';
import { openSandboxPayments } from './integrations/payments/sandbox-payments.ts';

/** What of the configuration the providers of payments need. */
export type PaymentConfig = Pick<Config, 'allowPrivateAddresses' | 'mercadopagoUrl'>;

/** The providers of payments of one process, as it is configured. */
export const providersOf = (
  { allowPrivateAddresses, mercadopagoUrl }: PaymentConfig,
  db: Database,
  clock: Clock,
): PaymentProviders =>
  openPaymentProviders({
    callOut: openOutgoing({ allowPrivate: allowPrivateAddresses }),
    mercadopagoUrl,
    sandboxPayments: openSandboxPayments(db),
    clock,
  });
