import { createHash } from 'node:crypto';
import type { TrackingUrls } from '../provider.ts';

/**
 * An address that SMTP accepts without quoting. It contains no character that could end it or start another one in a header or a command.
 */
const address = /^[^\s<>()[\]\\,;:"@\p{Cc}\u2028\u2029]{1,64}@[^\s<>()[\]\\,;:"@\p{Cc}\u2028\u2029]{1,255}$/u;

/** Whether a text is an e-mail address that is safe in a header and an SMTP command. */
export const isSafeAddress = (text: string): boolean => text.length <= 254 && address.test(text) && text.isWellFormed();

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
