import { openProviders } from './channels/index.ts';
import type { Inbox, StoredMessage } from './channels/sandbox-inbox.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/pool.ts';
import { sandboxMessageInsertMany, type SandboxMessage } from './db/queries/messages/sandbox-messages.ts';
import { openSandboxPayments } from './integrations/payments/sandbox-payments.ts';
import { openPaymentProviders, type PaymentProviders } from './payments/index.ts';
import type { Clock } from './platform/clock.ts';
import { openOutgoing } from './platform/http-client.ts';

/** The channel providers of a process that sends few messages: each message to the sandbox is stored at once. */
export const channelProvidersOf = (
  { allowPrivateAddresses: allowPrivate }: Pick<Config, 'allowPrivateAddresses'>,
  db: Database,
): ReturnType<typeof openProviders> =>
  openProviders({ inbox: inboxOf(db), callOut: openOutgoing({ allowPrivate }), allowPrivate });

const inboxOf =
  (db: Database): Inbox =>
  (sent) =>
    sandboxMessageInsertMany(db, [sandboxRowOf(sent)]);

/** The row of a message that a sandbox received. */
export const sandboxRowOf = ({ storeId, key, channel, to, content, mime }: StoredMessage): SandboxMessage => ({
  storeId,
  idempotencyKey: key,
  channel,
  recipient: to,
  content: JSON.stringify(content),
  mime,
});

/** The settings that payment providers need. */
export type PaymentConfig = Pick<Config, 'allowPrivateAddresses' | 'mercadopagoUrl'>;

/** The payment providers of one process, as configured. */
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
