import { createPrivateKey } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Mail } from './compose-mail.ts';

/** What a message is signed with (RFC 6376). `privateKey`: PEM. */
export type DkimKey = { readonly domain: string; readonly selector: string; readonly privateKey: string };

/**
 * The headers under the signature. RFC 8058 wants both of the list there, and the library's own choice leaves out the second; one
 * that is named and absent may not be added on the way.
 */
const signedHeaders = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'reply-to',
  'auto-submitted',
  'list-unsubscribe',
  'list-unsubscribe-post',
].join(':');

/** Whether a text is an RSA key that a message can be signed with. */
export function isDkimKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** A message as the bytes that are sent, signed where there is a key. Nothing is read from files or fetched for it. */
export async function buildMime(mail: Mail, date: Date, dkim?: DkimKey): Promise<Buffer> {
  const { from, to, headers, ...rest } = mail;
  const { message } = await mailer.sendMail({
    ...rest,
    from,
    to: { name: '', address: to },
    date,
    // Prepared, so that the library does not fold them: a folded address is invalid.
    headers: Object.entries(headers).map(([key, value]) => ({ key, value: { prepared: true, value } })),
    // Mail programs show no picture that is in the HTML itself.
    attachDataUrls: true,
    textEncoding: 'quoted-printable',
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: signedHeaders,
      },
    }),
  });
  return message as Buffer;
}
