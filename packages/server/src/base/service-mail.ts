import { createTransport } from 'nodemailer';

/** An e-mail of the service to a member of a store, as plain text. */
export type ServiceMail = { readonly to: string; readonly subject: string; readonly text: string };

/** The service's mail server, and the sender of its e-mails. */
export type MailServer = { readonly url: string; readonly from: string };

/** Sends an e-mail. Resolves once a mail server has accepted it; throws if none does. */
export type SendMail = (mail: ServiceMail) => Promise<void>;

/** Timeouts of connections to the mail server, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** Opens the service's mail transport; undefined if MAIL_URL is not set. E-mails of stores use the stores' connections. */
export function openMail({ mail }: { readonly mail: MailServer | undefined }): SendMail | undefined {
  if (!mail) return undefined;
  const transport = createTransport({ url: mail.url, ...timeouts });
  return async ({ to, subject, text }) => {
    // An object is always a single address, whatever the text contains.
    await transport.sendMail({ from: mail.from, to: { name: '', address: to }, subject, text });
  };
}
