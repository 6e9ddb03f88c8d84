import type { WhatsappTemplate } from '@retoma/flow';
import type { z } from 'zod';
import { connectedBy, type Connected } from '../connected.ts';
import type { CallOut } from '../../platform/http-client.ts';
import { ask, deliveredUnanswered, triedUnanswered, type ProviderResponse } from '../provider-response.ts';
import type {
  Capabilities,
  ChannelConnection,
  WebhookResult,
  WebhookRequest,
  ChannelProvider,
  Delivered,
  Delivery,
  Pairing,
  ConnectionTest,
} from '../provider.ts';
import { phoneNumber } from '../phone-number.ts';
import type { Asking, GatewayPairing } from './pairing.ts';
import { readMessage, type WhatsappMessage } from './read-message.ts';
import type { Composed, WireCall } from './gateway-format.ts';

/** A message to send, with its content parsed and a number in WhatsApp's format. */
export type Outbound = {
  readonly message: WhatsappMessage;
  readonly template: WhatsappTemplate | null;
  readonly number: string;
  readonly delivery: Delivery;
};

/** The parts in which WhatsApp providers differ; all of them use JSON over HTTP. */
export type Gateway<Settings, Credentials> = {
  readonly concurrency: number;
  readonly capabilities: Capabilities;
  readonly settings: z.ZodType<Settings & Readonly<Record<string, unknown>>>;
  readonly credentials: z.ZodType<Credentials & Readonly<Record<string, unknown>>>;
  compose(outbound: Outbound, settings: Settings): Composed;
  /** The message to send after the provider refused the first one because the free-form window is closed; null: none. */
  composeAgain?(outbound: Outbound, settings: Settings): Composed | null;
  /** The URL and headers for a path. */
  address(path: string, connected: Connected<Settings, Credentials>): { url: string; headers: Record<string, string> };
  readResponse(answer: ProviderResponse): Delivered;
  /** The request that tests a connection, and how its response is read. */
  readonly trial: {
    path(settings: Settings): string;
    read(answer: ProviderResponse, settings: Settings): ConnectionTest;
  };
  /** How the store's phone is paired; absent: the provider needs no phone. */
  readonly pairing?: GatewayPairing<NoInfer<Settings>>;
  parseWebhook(connected: Connected<Settings, Credentials>, webhook: WebhookRequest): WebhookResult;
};

/** A WhatsApp provider that calls its gateway with `callOut`. */
export function openGateway<Settings, Credentials>(
  callOut: CallOut,
  gateway: Gateway<Settings, Credentials>,
): ChannelProvider {
  const { concurrency, capabilities, settings, credentials } = gateway;
  const connect = connectedBy(settings, credentials);
  return {
    // No WhatsApp provider deduplicates by our key: after a crash no message is sent again (RUN13).
    deduplicates: false,
    concurrency,
    capabilities,
    settings,
    credentials,
    async send(delivery, signal) {
      const connected = connect(delivery);
      if (!connected) return { outcome: 'broken', reason: 'INVALID_SETTINGS' };
      const number = phoneNumber(delivery.to);
      if (number === null) return { outcome: 'refused', reason: 'INVALID_PHONE' };
      const read = readMessage(delivery.content);
      if (!read.ok) return { outcome: 'refused', reason: read.reason };
      const outbound = { message: read.message, template: read.template, number, delivery };
      const post = async ({ path, body }: WireCall): Promise<Delivered> => {
        const answer = await ask(callOut, { method: 'POST', ...gateway.address(path, connected), body, signal });
        return 'status' in answer ? gateway.readResponse(answer) : deliveredUnanswered(answer);
      };
      const delivered = await sendAll(gateway.compose(outbound, connected.settings), post);
      if (delivered.outcome !== 'refused' || !delivered.reason.startsWith('WINDOW_CLOSED')) return delivered;
      const again = gateway.composeAgain?.(outbound, connected.settings);
      return again ? sendAll(again, post) : delivered;
    },
    parseWebhook(connection, webhook) {
      const connected = connect(connection);
      return connected ? gateway.parseWebhook(connected, webhook) : { outcome: 'invalid_signature' };
    },
    async testConnection(connection, signal) {
      const connected = connect(connection);
      if (!connected) return { outcome: 'broken', reason: 'INVALID_SETTINGS' };
      const { trial } = gateway;
      const at = gateway.address(trial.path(connected.settings), connected);
      const answer = await ask(callOut, { method: 'GET', ...at, signal });
      return 'status' in answer ? trial.read(answer, connected.settings) : triedUnanswered(answer);
    },
    ...(gateway.pairing && { pairing: pairingOf(callOut, gateway, gateway.pairing, connect) }),
  };
}

/** The pairing of a gateway. Connections with incomplete settings are `broken`. */
function pairingOf<Settings, Credentials>(
  callOut: CallOut,
  gateway: Gateway<Settings, Credentials>,
  pairing: GatewayPairing<Settings>,
  connect: (connection: ChannelConnection) => Connected<Settings, Credentials> | undefined,
): Pairing {
  const asking =
    (connected: Connected<Settings, Credentials>, signal: AbortSignal): Asking =>
    async (method, path, body) => {
      const answer = await ask(callOut, { method, ...gateway.address(path, connected), body, signal });
      return 'status' in answer ? answer : triedUnanswered(answer);
    };
  return {
    async look(connection, signal) {
      const connected = connect(connection);
      if (!connected) return { outcome: 'broken', reason: 'INVALID_SETTINGS' };
      return pairing.look(asking(connected, signal), connected.settings);
    },
    async end(connection, signal) {
      const connected = connect(connection);
      if (!connected) return { outcome: 'broken', reason: 'INVALID_SETTINGS' };
      return pairing.end(asking(connected, signal), connected.settings);
    },
  };
}

/** Sends a message's parts in order. A failure after the first part is final: a retry would send the first part twice. */
async function sendAll(composed: Composed, post: (call: WireCall) => Promise<Delivered>): Promise<Delivered> {
  if (!composed.ok) return { outcome: 'refused', reason: composed.reason };
  const [first, ...others] = composed.calls;
  let delivered = await post(first);
  for (const call of others) {
    if (delivered.outcome !== 'sent') break;
    delivered = await post(call);
    if (delivered.outcome !== 'sent' && delivered.outcome !== 'uncertain') {
      return { outcome: 'refused', reason: 'PARTLY_SENT' };
    }
  }
  return delivered;
}
