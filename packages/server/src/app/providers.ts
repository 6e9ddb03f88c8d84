import { openProviders } from '../providers/channels/index.ts';
import type { Providers } from '../providers/channels/provider.ts';
import type { Inbox, StoredMessage } from '../providers/channels/sandbox-inbox.ts';
import type { Config } from '../base/config/config.ts';
import { conversionSettings, openDestinations, type Destinations } from '../providers/ads/index.ts';
import type { Database } from '../base/postgres/pool.ts';
import { sandboxMessageInsertMany, type SandboxMessage } from '../automations/delivery/queries/sandbox-messages.ts';
import { openSimulatedPayments } from '../providers/connections/payments/simulated-payments.ts';
import { connectorSettings } from '../shop/connectors/platform-settings.ts';
import { freightSettings, openFreightProviders, type FreightProviders } from '../providers/freight/index.ts';
import { openPaymentProviders, paymentSettings, type PaymentProviders } from '../providers/payments/index.ts';
import type { Clock } from '../base/clock.ts';
import { openOutgoing } from '../base/net/http-client.ts';
import type { MailThread } from '../providers/channels/email/thread/mail-thread.ts';

/** The channel providers of a process that sends few messages: each message to the sandbox is stored at once. */
export const channelProvidersOf = (
  { allowPrivateAddresses: allowPrivate }: Pick<Config, 'allowPrivateAddresses'>,
  db: Database,
  thread: MailThread,
): Providers => openProviders({ inbox: inboxOf(db), callOut: openOutgoing({ allowPrivate }), allowPrivate, thread });

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

/** The configuration that payment and freight providers, and destinations, need. */
export type PaymentConfig = Pick<Config, 'allowPrivateAddresses' | 'providerSettings'>;

/** The payment providers of one process, as configured. */
export const providersOf = (
  { allowPrivateAddresses, providerSettings: settings }: PaymentConfig,
  db: Database,
  clock: Clock,
): PaymentProviders =>
  openPaymentProviders({
    callOut: openOutgoing({ allowPrivate: allowPrivateAddresses }),
    settings,
    simulatedPayments: openSimulatedPayments(db),
    clock,
  });

/** The destinations of conversions of one process, as configured. */
export const destinationsOf = (
  { allowPrivateAddresses, providerSettings: settings }: PaymentConfig,
  clock: Clock,
): Destinations =>
  openDestinations({ callOut: openOutgoing({ allowPrivate: allowPrivateAddresses }), settings, clock });

/** The freight providers of one process, as configured. */
export const freightProvidersOf = (
  { allowPrivateAddresses, providerSettings: settings }: PaymentConfig,
  clock: Clock,
): FreightProviders =>
  openFreightProviders({ callOut: openOutgoing({ allowPrivate: allowPrivateAddresses }), settings, clock });

/** The environment settings that providers declare. */
export const declaredSettings = {
  ...paymentSettings,
  ...freightSettings,
  ...conversionSettings,
  ...connectorSettings,
};
