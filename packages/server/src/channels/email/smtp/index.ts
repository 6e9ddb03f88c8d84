import { z } from 'zod';
import type { ChannelProvider } from '../../provider.ts';
import { mailProvider } from './mail-provider.ts';
import type { EmailParts } from './send-mail.ts';
import { dkimOf, mailCredentials, mailSettings } from './settings.ts';
import { parseDeliveryReport } from './webhook.ts';

const settings = z.object({
  host: z.string().min(1).max(253),
  port: z.number().int().min(1).max(65_535).default(587),
  /** tls: from the first byte (port 465); starttls: required after EHLO; none: only where private networks are allowed. */
  security: z.enum(['tls', 'starttls', 'none']).optional(),
  ...mailSettings,
});

const credentials = z.object({
  user: z.string().min(1).max(320).optional(),
  pass: z.string().min(1).max(1_000).optional(),
  /** The last part of the URL to which returned mail is posted; see README.md. */
  noticeSecret: z.string().min(16).max(200).optional(),
  ...mailCredentials,
});

/** Any mail server that accepts messages over SMTP. */
export const smtpProvider = (parts: EmailParts): ChannelProvider =>
  mailProvider(parts, {
    reportsDelivered: false,
    settings,
    credentials,
    route({ settings, credentials }) {
      const { host, port, security = port === 465 ? 'tls' : 'starttls', envelopeFrom } = settings;
      if (security === 'none' && !parts.allowPrivate) return 'NO_ENCRYPTION';
      const { user, pass } = credentials;
      return { server: { host, port, security, user, pass }, envelopeFrom, dkim: dkimOf(settings, credentials) };
    },
    parseWebhook: ({ credentials }, webhook) => parseDeliveryReport(credentials.noticeSecret, webhook),
  });
