import { isHttpUrl } from './address.ts';

// Messages contain text that shoppers wrote. WhatsApp shows plain text, so nothing needs escaping. Removed are characters that hide or
// reorder text, and `{{…}}`, which some gateways replace themselves.

/**
 * Line ends of every kind; they become `
 * `.
 */
const lineEnd = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters except tab and line feed, and characters that change the direction of text. */
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const suspect = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|\{\{|\}\}/;

/** A multi-line text that is safe to send: without invisible characters and double braces. */
export function cleanText(text: string): string {
  if (!suspect.test(text)) return text.trim();
  return partBraces(text.toWellFormed().replace(lineEnd, '\n').replace(invisible, '')).trim();
}

/** The same in one line, for labels and titles. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ');

/** The same for codes to copy, in which spaces count. Line breaks are removed first, since removing them could join two braces. */
export const cleanCode = (code: string): string => cleanText(code.replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ''));

const partBraces = (text: string): string => text.replace(/\{(?=\{)/g, '{ ').replace(/\}(?=\})/g, '} ');

/** An address in plain ASCII, without characters that other formats use as separators; null if it is not a web address. */
export function cleanAddress(text: string): string | null {
  const address = text.trim();
  if (!isHttpUrl(address)) return null;
  const { href, username, password } = new URL(address);
  if (username !== '' || password !== '') return null;
  return href.replace(/[{}|\\^`<>"]/g, (character) => encodeURIComponent(character));
}

/** Shortens a text to `maxLength` UTF-16 units; a shortened text ends with `…`. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}
