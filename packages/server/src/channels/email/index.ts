import type { Inbox } from '../sandbox-inbox.ts';
import type { ChannelProvider } from '../provider.ts';
import { emailSandbox } from './sandbox/index.ts';
import { sendGridProvider } from './sendgrid/index.ts';
import { sesProvider } from './ses/index.ts';
import { smtpProvider } from './smtp/index.ts';
import { openEmailParts, type EmailOptions } from './smtp/send-mail.ts';

/** Every provider of e-mail, by name. They share what makes HTML of MJML, and the sessions with mail servers. */
export function emailProviders(
  options: EmailOptions,
  inbox: Inbox,
): Readonly<Record<'sandbox' | 'smtp' | 'ses' | 'sendgrid', ChannelProvider>> {
  const parts = openEmailParts(options);
  return {
    sandbox: emailSandbox(parts, inbox),
    smtp: smtpProvider(parts),
    ses: sesProvider(parts),
    sendgrid: sendGridProvider(parts),
  };
}
