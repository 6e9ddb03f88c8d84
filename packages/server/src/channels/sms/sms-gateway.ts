import { cleanText, limits, withoutAccents } from '@retoma/flow';
import { z } from 'zod';
import { connectedBy, type Connected } from '../connected.ts';
import type { CallOut } from '../../platform/http-client.ts';
import { ask, deliveredUnanswered, triedUnanswered, type ProviderResponse } from '../provider-response.ts';
import { objectIn, textIn } from '../json.ts';
import { phoneNumber } from '../phone-number.ts';
import type {
  Capabilities,
  WebhookResult,
  WebhookRequest,
  ChannelProvider,
  Delivered,
  Delivery,
  ConnectionTest,
} from '../provider.ts';

/** The settings of every SMS connection. `removeAccents`: an SMS with accents costs two or three times as much. */
export const smsSettings = { removeAccents: z.boolean().default(true) };

/** An SMS for a provider. `number`: digits only, country code first. */
export type Sms = { readonly number: string; readonly text: string; readonly delivery: Delivery };

/** A request to a provider. `body`: JSON, or a form. */
export type SmsCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
};

/** The parts in which SMS providers differ. */
export type SmsGateway<Settings, Credentials> = {
  readonly settings: z.ZodType<Settings & { readonly removeAccents: boolean } & Readonly<Record<string, unknown>>>;
  readonly credentials: z.ZodType<Credentials & Readonly<Record<string, unknown>>>;
  call(sms: Sms, connected: Connected<Settings, Credentials>): SmsCall;
  readResponse(answer: ProviderResponse): Delivered;
  /** The request that tests a connection, and how its response is read. */
  readonly trial: {
    call(connected: Connected<Settings, Credentials>): SmsCall;
    read(answer: ProviderResponse, settings: Settings): ConnectionTest;
  };
  parseWebhook(connected: Connected<Settings, Credentials>, webhook: WebhookRequest): WebhookResult;
  /** See `ChannelProvider`. */
  readonly verifiedByMessage?: true;
};

const capabilities: Capabilities = {
  types: null,
  reports: { delivered: true, read: false, replies: true },
  windowHours: null,
  textLimit: limits.sms.max,
};

/** An SMS provider that calls its gateway with `callOut`. */
export function openSmsGateway<Settings, Credentials>(
  callOut: CallOut,
  gateway: SmsGateway<Settings, Credentials>,
): ChannelProvider {
  const { settings, credentials } = gateway;
  const connect = connectedBy(settings, credentials);
  return {
    // No SMS gateway deduplicates by our key: after a crash no message is sent again (RUN13).
    deduplicates: false,
    concurrency: 8,
    capabilities,
    settings,
    credentials,
    ...(gateway.verifiedByMessage && { verifiedByMessage: true }),
    async send(delivery, signal) {
      const connected = connect(delivery);
      if (!connected) return { outcome: 'broken', reason: 'INVALID_SETTINGS' };
      const number = phoneNumber(delivery.to);
      if (number === null) return { outcome: 'refused', reason: 'INVALID_PHONE' };
      const written = cleanText(textIn(objectIn(delivery.content).message));
      if (written === '') return { outcome: 'refused', reason: 'EMPTY_MESSAGE' };
      const text = connected.settings.removeAccents ? withoutAccents(written) : written;
      const answer = await ask(callOut, {
        method: 'POST',
        ...gateway.call({ number, text, delivery }, connected),
        signal,
      });
      return 'status' in answer ? gateway.readResponse(answer) : deliveredUnanswered(answer);
    },
    parseWebhook(connection, webhook) {
      const connected = connect(connection);
      return connected ? gateway.parseWebhook(connected, webhook) : { outcome: 'invalid_signature' };
    },
    async testConnection(connection, signal) {
      const connected = connect(connection);
      if (!connected) return { outcome: 'broken', reason: 'INVALID_SETTINGS' };
      const answer = await ask(callOut, { method: 'GET', ...gateway.trial.call(connected), signal });
      return 'status' in answer ? gateway.trial.read(answer, connected.settings) : triedUnanswered(answer);
    },
  };
}
