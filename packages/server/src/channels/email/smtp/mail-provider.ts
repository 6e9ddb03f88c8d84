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

/** What one service of e-mail over SMTP has of its own. */
export type MailService<Settings, Credentials> = {
  /** Whether it reports that a message arrived. */
  readonly reportsDelivered: boolean;
  readonly settings: z.ZodType<Settings>;
  readonly credentials: z.ZodType<Credentials>;
  /** How messages go, or why they do not. `key`: of the one that is sent; absent: the connection is only tried out. */
  route(connected: Connected<Settings, Credentials>, key?: string): Route | MessageReason;
  parseWebhook(
    connected: Connected<Settings, Credentials>,
    webhook: WebhookRequest,
  ): WebhookResult | Promise<WebhookResult>;
};

type MailConnection = { readonly settings: unknown; readonly credentials?: unknown };
type Members = Readonly<Record<string, unknown>>;

/** A provider of e-mail out of what its service has of its own. */
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
    // SMTP has no idempotency key: after a crash nothing is sent again (RUN13).
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

/** Our own tracking reports opens and clicks, and no reply by e-mail reaches an automation. */
const capabilitiesOf = (delivered: boolean): Capabilities => ({
  types: null,
  reports: { delivered, read: false, replies: false },
  windowHours: null,
  textLimit: 200_000,
});
