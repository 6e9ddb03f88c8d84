import type { MessageReason } from '@retoma/flow';
import type { z } from 'zod';
import type { Connected } from '../../connected.ts';
import type {
  Capabilities,
  ChannelConnection,
  WebhookResult,
  WebhookRequest,
  ChannelProvider,
} from '../../provider.ts';
import { triedOf } from './errors.ts';
import { sendMail, type EmailParts, type Route } from './send-mail.ts';
import { SmtpSession } from './session.ts';

/** The parts in which e-mail services over SMTP differ. */
export type MailService<Settings, Credentials> = {
  /** Whether the service reports that a message was delivered. */
  readonly reportsDelivered: boolean;
  readonly settings: z.ZodType<Settings>;
  readonly credentials: z.ZodType<Credentials>;
  /** The route of a message, or why there is none. `key`: of the message; absent: for a connection test. */
  route(connected: Connected<Settings, Credentials>, key?: string): Route | MessageReason;
  parseWebhook(
    connected: Connected<Settings, Credentials>,
    webhook: WebhookRequest,
  ): WebhookResult | Promise<WebhookResult>;
};

type MailConnection = { readonly settings: unknown; readonly credentials?: unknown };
type Members = Readonly<Record<string, unknown>>;

/** An e-mail provider that sends over SMTP. */
export function mailProvider<Settings extends Members, Credentials extends Members>(
  parts: EmailParts,
  service: MailService<Settings, Credentials>,
): ChannelProvider {
  const connect = ({ settings, credentials = {} }: MailConnection): Connected<Settings, Credentials> | null => {
    const read = service.settings.safeParse(settings);
    const secrets = service.credentials.safeParse(credentials);
    return read.success && secrets.success ? { settings: read.data, credentials: secrets.data } : null;
  };
  const routeOf = (provided: MailConnection, key?: string): Route | MessageReason => {
    const connected = connect(provided);
    return connected ? service.route(connected, key) : 'INVALID_SETTINGS';
  };
  return {
    // SMTP has no idempotency key: after a crash no message is sent again (RUN13).
    deduplicates: false,
    concurrency: 10,
    capabilities: capabilitiesOf(service.reportsDelivered),
    settings: service.settings,
    credentials: service.credentials,
    async send(delivery, signal) {
      const route = routeOf(delivery, delivery.key);
      if (typeof route === 'string') return { outcome: 'broken', reason: route };
      return sendMail(parts, delivery, route, signal);
    },
    parseWebhook(connection: ChannelConnection, webhook) {
      const connected = connect(connection);
      return connected ? service.parseWebhook(connected, webhook) : { outcome: 'invalid_signature' };
    },
    async testConnection(connection, signal) {
      const route = routeOf(connection);
      if (typeof route === 'string') return { outcome: 'broken', reason: route };
      const { allowPrivate, ca } = parts;
      const session = await SmtpSession.open({ ...route.server, allowPrivate, ca }, signal);
      if (!(session instanceof SmtpSession)) return triedOf(session);
      session.close();
      return { outcome: 'works', account: route.server.user ?? route.server.host };
    },
  };
}

/** Opens and clicks come from our own tracking, and automations receive no replies by e-mail. */
const capabilitiesOf = (delivered: boolean): Capabilities => ({
  types: null,
  reports: { delivered, read: false, replies: false },
  windowHours: null,
  textLimit: 200_000,
});
