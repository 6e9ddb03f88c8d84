import { createPrivateKey } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

/** The key of a DKIM signature (RFC 6376). `privateKey`: PEM. */
export type DkimKey = { readonly domain: string; readonly selector: string; readonly privateKey: string };

/**
 * The signed headers. RFC 8058 requires both list headers; the library's default omits the second. A header that is listed but absent
 * cannot be added in transit.
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

/** Whether a text is an RSA key in PEM, as DKIM signatures need. */
export function isDkimKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** Encodes a message as MIME, signed if there is a key. The library must not read files or fetch URLs. */
export async function buildMime(mail: Mail, date: Date, dkim?: DkimKey): Promise<Buffer> {
  const { from, to, headers, ...rest } = mail;
  const { message } = await mailer.sendMail({
    ...rest,
    from,
    to: { name: '', address: to },
    date,
    // Prepared, so that the library does not fold them: a folded address is invalid.
    headers: Object.entries(headers).map(([key, value]) => ({ key, value: { prepared: true, value } })),
    // Embeds pictures of `data:` URLs as parts, since mail programs do not show such URLs.
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
