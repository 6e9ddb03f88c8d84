import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { TrackingUrls } from '../provider.ts';

/**
 * An address that SMTP accepts without quoting. It contains no character that could end it or start another one in a header or a command.
 */
const address = /^[!#-'*+\-./0-9=?A-Z^-~]{1,64}@[^\s<>()[\]\\,;:"@/?#%\p{C}]{1,255}$/u;

/**
 * An e-mail address as a header and an SMTP command take it; null: it is none that is safe there. A domain in letters of other languages is
 * in its ASCII form. Before the @ only ASCII is taken: most servers know no other (SMTPUTF8).
 */
export function asciiAddress(text: string): string | null {
  if (text.length > 254 || !address.test(text)) return null;
  const at = text.indexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return domain === '' || domain.endsWith('.') ? null : `${text.slice(0, at)}@${domain}`;
}

/** Line breaks, which would start another header, and characters that hide or reorder text. */
const unfit = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text as one header line of at most 400 UTF-16 units. The start of an encoded word (RFC 2047) is broken up, since a mail program would
 * decode the word to arbitrary text.
 */
export const headerText = (text: string): string =>
  text.replace(unfit, ' ').slice(0, 400).toWellFormed().replace(/ +/g, ' ').replaceAll('=?', '= ?').trim();

/**
 * The Message-ID of a message: the same for every attempt, so that a mail program shows one copy. It is a hash, which reveals no run or
 * step. `domain`: the sender's.
 */
export function messageIdOf(key: string, domain: string): string {
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`;
}

/** RFC 8058: mail programs show an unsubscribe button, which sends a POST. This requires HTTPS: over HTTP only the page's URL is given. */
export function listHeaders(marks: Pick<TrackingUrls, 'unsubscribe'> | undefined): Record<string, string> {
  if (!marks || !/^https?:\/\/[!-;=?-~]+$/.test(marks.unsubscribe)) return {};
  const headers = { 'List-Unsubscribe': `<${marks.unsubscribe}>` };
  if (!marks.unsubscribe.startsWith('https:')) return headers;
  return { ...headers, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
