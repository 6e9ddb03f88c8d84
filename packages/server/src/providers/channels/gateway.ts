import type { MessageReason } from '@retoma/flow';
import type { CallOut } from '../../base/net/http-client.ts';
import type { SettingsForm } from '../../base/settings-form.ts';
import { connectedBy, settingsBy, type Connected } from './connected.ts';
import { refuse, type Composed, type WireCall } from './gateway-format.ts';
import { phoneNumber, withoutNinthDigit } from './phone-number.ts';
import {
  ask,
  broken,
  deliveredUnanswered,
  refused,
  triedAs,
  triedUnanswered,
  type ProviderResponse,
} from './provider-response.ts';
import type {
  ConnectionTest,
  DeclaredWebhooks,
  Delivered,
  Delivery,
  ProviderDeclaration,
  ProviderDefinition,
  WebhookRequest,
  WebhookResult,
} from './provider.ts';

/** The parts in which providers that take messages to phones over HTTP differ. `Outbound`: a message of the channel, ready to send. */
export type Gateway<Outbound, Form extends SettingsForm> = Pick<
  ProviderDeclaration,
  'label' | 'isUnofficial' | 'verifiedByMessage' | 'concurrency' | 'whereToFind'
> &
  Partial<Pick<ProviderDeclaration, 'windowHours'>> & {
    readonly form: Form;
    compose(outbound: Outbound, settings: Connected<Form>['settings']): Composed;
    /** The message to send after the provider refused the first one because the free-form window is closed; null: none. */
    composeAgain?(outbound: Outbound, settings: Connected<Form>['settings']): Composed | null;
    /** The URL and headers for a path. */
    address(path: string, connected: Connected<Form>): GatewayAddress;
    readResponse(answer: ProviderResponse): Delivered;
    /** The path of the GET request that tests a connection, and how its response is read. */
    readonly trial: {
      readonly path: string;
      read(answer: ProviderResponse, settings: Connected<Form>['settings']): ConnectionTest;
    };
    /** The path of the POST request that makes the provider send webhooks; null: this connection needs none. Absent: none does. */
    subscription?(settings: Connected<Form>['settings']): string | null;
    /**
     * It refuses a number that does not exist before it sends anything, so that a Brazilian mobile is tried once more as it was before its
     * ninth digit: some WhatsApp accounts exist only so.
     */
    readonly refusesBeforeSending?: true;
    /** Absent: the provider sends no webhooks. */
    readonly webhooks?: Omit<DeclaredWebhooks, 'reports'> & {
      parse(connected: Connected<Form>, webhook: WebhookRequest): WebhookResult;
    };
  };

/** Where a request is sent. */
export type GatewayAddress = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** What the provider of a gateway declares. No gateway deduplicates by our key: after a crash no message is sent again (RUN13). */
function declarationOf<Outbound, Form extends SettingsForm>(gateway: Gateway<Outbound, Form>): ProviderDeclaration {
  const {
    label,
    form,
    concurrency,
    windowHours = null,
    isUnofficial,
    verifiedByMessage,
    whereToFind,
    webhooks,
  } = gateway;
  return {
    label,
    form,
    deduplicates: false,
    concurrency,
    windowHours,
    ...(isUnofficial && { isUnofficial }),
    ...(verifiedByMessage && { verifiedByMessage }),
    ...(whereToFind && { whereToFind }),
    ...(webhooks && { webhooks: { ...webhooks, reports: { delivered: true, replies: true } } }),
  };
}

/** The provider of a gateway. `read`: makes a message of the channel for a number in digits, or says why it cannot be sent. */
export function gatewayProvider<Outbound extends object, Form extends SettingsForm>(
  gateway: Gateway<Outbound, Form>,
  read: (delivery: Delivery, number: string) => Outbound | MessageReason,
): ProviderDefinition<{ readonly callOut: CallOut }> {
  const { form, webhooks } = gateway;
  const connect = connectedBy(form);
  const settingsOf = settingsBy(form);
  const outboundOf = (delivery: Delivery): Outbound | MessageReason => {
    const number = phoneNumber(delivery.to);
    return number === null ? 'INVALID_PHONE' : read(delivery, number);
  };
  return {
    ...declarationOf(gateway),
    compose(delivery) {
      const settings = settingsOf(delivery.settings);
      if (!settings) return refuse('INVALID_SETTINGS');
      const outbound = outboundOf(delivery);
      return typeof outbound === 'string' ? refuse(outbound) : gateway.compose(outbound, settings);
    },
    open: ({ callOut }) => ({
      async send(delivery, signal) {
        const connected = connect(delivery);
        if (!connected) return broken('INVALID_SETTINGS');
        const post = async ({ path, body, headers: more }: WireCall): Promise<Delivered> => {
          const { url, headers } = gateway.address(path, connected);
          const call = { method: 'POST', url, headers: { ...headers, ...more }, body, signal } as const;
          const answer = await ask(callOut, call);
          return 'status' in answer ? gateway.readResponse(answer) : deliveredUnanswered(answer);
        };
        const sendTo = async (outbound: Outbound | MessageReason): Promise<Delivered> => {
          if (typeof outbound === 'string') return refused(outbound);
          const delivered = await sendAll(gateway.compose(outbound, connected.settings), post);
          if (!isRefusedAs(delivered, 'WINDOW_CLOSED')) return delivered;
          const again = gateway.composeAgain?.(outbound, connected.settings);
          return again ? sendAll(again, post) : delivered;
        };
        const delivered = await sendTo(outboundOf(delivery));
        if (!gateway.refusesBeforeSending || !isRefusedAs(delivered, 'CANNOT_RECEIVE')) return delivered;
        const other = withoutNinthDigit(phoneNumber(delivery.to) ?? '');
        return other === null ? delivered : sendTo(read(delivery, other));
      },
      parseWebhook(connection, webhook) {
        const connected = connect(connection);
        return (connected && webhooks?.parse(connected, webhook)) ?? { outcome: 'invalid_signature' };
      },
      async testConnection(connection, signal) {
        const connected = connect(connection);
        if (!connected) return { outcome: 'broken', reason: 'INVALID_SETTINGS' };
        const call = (method: 'GET' | 'POST', path: string): ReturnType<typeof ask> =>
          ask(callOut, { method, ...gateway.address(path, connected), signal });
        return tryConnection(gateway, connected, call);
      },
    }),
  };
}

/** Tests a connection, and subscribes one that works to its provider's webhooks. */
async function tryConnection<Form extends SettingsForm>(
  gateway: Pick<Gateway<never, Form>, 'trial' | 'subscription' | 'readResponse'>,
  { settings }: Connected<Form>,
  call: (method: 'GET' | 'POST', path: string) => ReturnType<typeof ask>,
): Promise<ConnectionTest> {
  const answer = await call('GET', gateway.trial.path);
  const tried = 'status' in answer ? gateway.trial.read(answer, settings) : triedUnanswered(answer);
  const path = gateway.subscription?.(settings) ?? null;
  if (tried.outcome !== 'works' || path === null) return tried;
  const subscribed = await call('POST', path);
  if (!('status' in subscribed)) return triedUnanswered(subscribed);
  if (subscribed.status < 300) return tried;
  const refusal = triedAs(gateway.readResponse(subscribed), '');
  return refusal.outcome === 'broken' ? { outcome: 'broken', reason: 'WEBHOOKS_NOT_SUBSCRIBED' } : refusal;
}

const isRefusedAs = (delivered: Delivered, reason: MessageReason): boolean =>
  delivered.outcome === 'refused' && delivered.reason.split(':')[0] === reason;

/** Sends a message's parts in order. A failure after the first part is final: a retry would send the first part twice. */
async function sendAll(composed: Composed, post: (call: WireCall) => Promise<Delivered>): Promise<Delivered> {
  if (!composed.ok) return refused(composed.reason);
  const [first, ...others] = composed.calls;
  let delivered = await post(first);
  for (const call of others) {
    if (delivered.outcome !== 'sent') break;
    delivered = await post(call);
    if (delivered.outcome !== 'sent' && delivered.outcome !== 'uncertain') return refused('PARTLY_SENT');
  }
  return delivered;
}
