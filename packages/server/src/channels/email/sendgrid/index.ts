import { z } from 'zod';
import { ask, triedUnanswered } from '../../provider-response.ts';
import { fresh } from '../../replay-window.ts';
import type { ChannelProvider } from '../../provider.ts';
import { mailProvider } from '../smtp/mail-provider.ts';
import type { EmailParts, Route } from '../smtp/send-mail.ts';
import { sendersIn } from './senders.ts';
import { isSendGrids, keyMember, parseSendGridUpdates, verificationKey } from './webhook.ts';

const settingsShape = z.object({
  region: z.enum(['global', 'eu']).default('global'),
  /** "Verification Key" of the signed event webhook; without it every webhook is rejected. */
  verificationKey: z
    .string()
    .max(500)
    .refine((key) => verificationKey(key) !== undefined, 'not a P-256 key in base64')
    .optional(),
});

const credentialsShape = z.object({ apiKey: z.string().regex(/^[!-~]{10,200}$/) });

/** The addresses of the servers; absent: SendGrid's. */
export type SendGridOptions = {
  readonly server?: Pick<Route['server'], 'host' | 'port' | 'security'>;
  /** The base URL of the API, without a trailing slash. */
  readonly api?: string;
};

/** SendGrid's changes to a message, switched off because Retoma makes them: tracking links, open pixel, footer. */
const off = { settings: { enable: 0 } };
const filters = { clicktrack: off, opentrack: off, subscriptiontrack: off };

/** SendGrid: it takes mail over SMTP, signs it with DKIM, and reports events by signed webhooks. */
export const sendGridProvider = (parts: EmailParts, { server, api }: SendGridOptions = {}): ChannelProvider => ({
  ...mailProvider(parts, {
    reportsDelivered: true,
    settings: settingsShape,
    credentials: credentialsShape,
    route({ settings: { region }, credentials: { apiKey } }, key) {
      const host = region === 'eu' ? 'smtp.eu.sendgrid.net' : 'smtp.sendgrid.net';
      return {
        server: { ...(server ?? { host, port: 587, security: 'starttls' }), user: 'apikey', pass: apiKey },
        headers: { 'X-SMTPAPI': JSON.stringify({ unique_args: { [keyMember]: key }, filters }) },
      };
    },
    parseWebhook({ settings: { verificationKey: key } }, webhook) {
      if (webhook.method !== 'POST' || key === undefined || !isSendGrids(webhook, key))
        return { outcome: 'invalid_signature' };
      return { outcome: 'parsed', updates: fresh(parseSendGridUpdates(webhook.body), webhook.now) };
    },
  }),
  async senders(connection, signal) {
    const settings = settingsShape.safeParse(connection.settings);
    const credentials = credentialsShape.safeParse(connection.credentials);
    if (!settings.success || !credentials.success) return { outcome: 'broken', reason: 'INVALID_SETTINGS' };
    const origin = api ?? (settings.data.region === 'eu' ? 'https://api.eu.sendgrid.com' : 'https://api.sendgrid.com');
    const headers = { authorization: `Bearer ${credentials.data.apiKey}` };
    const answer = await ask(parts.callOut, { method: 'GET', url: `${origin}/v3/verified_senders`, headers, signal });
    return 'status' in answer ? sendersIn(answer) : triedUnanswered(answer);
  },
});
