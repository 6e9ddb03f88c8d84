import { openProviders } from './channels/index.ts';
import type { Inbox, StoredMessage } from './channels/sandbox-inbox.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/pool.ts';
import { sandboxMessageInsertMany, type SandboxMessage } from './db/queries/messages/sandbox-messages.ts';
import { openSandboxPayments } from './integrations/payments/sandbox-payments.ts';
import { openPaymentProviders, type PaymentProviders } from './payments/index.ts';
import type { Clock } from './platform/clock.ts';
import { openOutgoing } from './platform/http-client.ts';

/** The providers of messages of a process that sends few of them: what the sandbox gets is kept at once. */
export const channelProvidersOf = (
  { allowPrivateAddresses: allowPrivate }: Pick<Config, 'allowPrivateAddresses'>,
  db: Database,
): ReturnType<typeof openProviders> =>
  openProviders({ inbox: inboxOf(db), callOut: openOutgoing({ allowPrivate }), allowPrivate });

const inboxOf =
  (db: Database): Inbox =>
  (sent) =>
    sandboxMessageInsertMany(db, [sandboxRowOf(sent)]);

/** What is stored of a message that a sandbox got. */
export const sandboxRowOf = ({ storeId, key, channel, to, content, mime }: StoredMessage): SandboxMessage => ({
  storeId,
  idempotencyKey: key,
  channel,
  recipient: to,
  content: JSON.stringify(content),
  mime,
});

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
