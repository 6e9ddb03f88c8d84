import type { Inbox } from '../sandbox-inbox.ts';
import type { ChannelProvider } from '../provider.ts';
import { emailSandbox } from './sandbox/index.ts';
import { sendGridProvider } from './sendgrid/index.ts';
import { sesProvider } from './ses/index.ts';
import { smtpProvider } from './smtp/index.ts';
import { openEmailParts, type EmailOptions } from './smtp/send-mail.ts';

/** Every e-mail provider, by name. They share the MJML compiler and the SMTP sessions. */
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
