import { isHttpUrl } from './address.ts';

// Sent texts contain what shoppers wrote. WhatsApp shows plain text, so nothing needs escaping; what does harm is
// what hides or reorders text, and `{{…}}`, which some gateways fill in by themselves.

/** Line ends of every kind, as one. */
const lineEnd = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters but tab and line feed, and what turns the direction of text. */
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const suspect = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|\{\{|\}\}/;

/** A text of any number of lines as it may be sent: nothing invisible in it, and no double brace. */
export function cleanText(text: string): string {
  if (!suspect.test(text)) return text.trim();
  return partBraces(text.toWellFormed().replace(lineEnd, '\n').replace(invisible, '')).trim();
}

/** The same in one line, for labels and titles. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ');

/** The same for what is copied: its spaces are part of it. Line breaks go first, since what they part might be a double brace. */
export const cleanCode = (code: string): string => cleanText(code.replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ''));

const partBraces = (text: string): string => text.replace(/\{(?=\{)/g, '{ ').replace(/\}(?=\})/g, '} ');

/** An address in plain ASCII, without characters that other formats use as separators; null if it is no web address. */
export function cleanAddress(text: string): string | null {
  const address = text.trim();
  if (!isHttpUrl(address)) return null;
  const { href, username, password } = new URL(address);
  if (username !== '' || password !== '') return null;
  return href.replace(/[{}|\\^`<>"]/g, (character) => encodeURIComponent(character));
}

/** The first characters of a text, in UTF-16 units; the last of them is `…` where something was cut off. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}
