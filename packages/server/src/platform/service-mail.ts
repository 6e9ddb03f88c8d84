import { createTransport } from 'nodemailer';

/** One e-mail of the service itself, to a member of a store; as plain text. */
export type ServiceMail = { readonly to: string; readonly subject: string; readonly text: string };

/** The service's own mail server, and whom its e-mails are from. */
export type MailServer = { readonly url: string; readonly from: string };

/** Resolves once a mail server has taken it; throws where none does. */
export type SendMail = (mail: ServiceMail) => Promise<void>;

/** A mail server says something at least this often, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** How the service's own e-mails leave; undefined where no MAIL_URL is set. Those of stores go out over their connections. */
export function openMail({ mail }: { readonly mail: MailServer | undefined }): SendMail | undefined {
  if (!mail) return undefined;
  const transport = createTransport({ url: mail.url, ...timeouts });
  return async ({ to, subject, text }) => {
    // As an object it is one address, whatever is in it.
    await transport.sendMail({ from: mail.from, to: { name: '', address: to }, subject, text });
  };
}
