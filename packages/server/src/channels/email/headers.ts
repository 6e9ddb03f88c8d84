import { createHash } from 'node:crypto';
import type { TrackingUrls } from '../provider.ts';

/** An address as SMTP takes it without quoting. Nothing that could end it, or begin another, in a header or a command. */
const address = /^[^\s<>()[\]\\,;:"@\p{Cc}\u2028\u2029]{1,64}@[^\s<>()[\]\\,;:"@\p{Cc}\u2028\u2029]{1,255}$/u;

/** Whether a text is an e-mail address that a header and a command hold safely. */
export const isSafeAddress = (text: string): boolean => text.length <= 254 && address.test(text) && text.isWellFormed();

/** Breaks, which would begin another header, and what hides or reorders text. */
const unfit = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text as one line of a header, of at most 400 UTF-16 units. What looks like an encoded word (RFC 2047) is taken apart: a program that reads
 * it would decode it, and it could hold anything.
 */
export const headerText = (text: string): string =>
  text.replace(unfit, ' ').slice(0, 400).toWellFormed().replace(/ +/g, ' ').replaceAll('=?', '= ?').trim();

/**
 * The Message-ID of a message of the ledger: the same for every attempt, so that a mail program shows one copy, and nothing that
 * reveals runs and steps. `domain`: the sender's.
 */
export function messageIdOf(key: string, domain: string): string {
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`;
}

/**
 * RFC 8058: mail programs show their own button for ending the messages, and press it with a POST. Only over HTTPS: over HTTP the
 * page alone is named.
 */
export function listHeaders(marks: Pick<TrackingUrls, 'unsubscribe'> | undefined): Record<string, string> {
  if (!marks || !/^https?:\/\/[!-;=?-~]+$/.test(marks.unsubscribe)) return {};
  const headers = { 'List-Unsubscribe': `<${marks.unsubscribe}>` };
  if (!marks.unsubscribe.startsWith('https:')) return headers;
  return { ...headers, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
