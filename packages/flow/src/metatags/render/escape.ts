import type { TextKind } from '../../members/member.ts';

/** Makes a text value safe for each kind of text. */
export const escapeFor = {
  plain: storable,
  choice: (text: string): string => oneLine(text).replaceAll('|', '/'),
  html: escapeHtml,
  url: (text: string): string => encodeURIComponent(text.toWellFormed()),
  subject: oneLine,
  sender: oneLine,
} as const satisfies Record<TextKind, (text: string) => string>;

/** Matches characters to escape: a test is cheaper than a replacement, and most values have none. */
const unsafeInHtml = /[&<>"'\0\ud800-\udfff]/;
const unstorable = /[\0\ud800-\udfff]/;

/** Escapes a value for HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
  return unsafeInHtml.test(text) ? replaceUnsafe(text) : text;
}

/** A loop over character codes: a regular expression with a callback for each character takes three times as long. */
function replaceUnsafe(text: string): string {
  let escaped = '';
  let copied = 0;
  let hasSurrogates = false;
  for (let index = 0; index < text.length; index++) {
    let entity: string;
    const code = text.charCodeAt(index);
    if (code > 62 && code < 0xd800) continue;
    if (code === 38) entity = '&amp;';
    else if (code === 60) entity = '&lt;';
    else if (code === 62) entity = '&gt;';
    else if (code === 34) entity = '&quot;';
    else if (code === 39) entity = '&#39;';
    else if (code === 0) entity = '';
    else {
      if (code >= 0xd800 && code <= 0xdfff) hasSurrogates = true;
      continue;
    }
    if (copied < index) escaped += text.slice(copied, index);
    escaped += entity;
    copied = index + 1;
  }
  escaped += text.slice(copied);
  return hasSurrogates ? escaped.toWellFormed() : escaped;
}

/** Removes what databases and providers refuse: NUL, and halves of surrogate pairs (which become U+FFFD). */
export function storable(text: string): string {
  return unstorable.test(text) ? text.toWellFormed().replaceAll('\0', '') : text;
}

/**
 * A value for an e-mail header: without line breaks, which would begin another header, and without characters that hide or reorder text.
 */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** An address as a value; '' for one that a browser would execute. */
export function safeUrl(url: string): string {
  if (url.startsWith('https://') || url.startsWith('http://')) return url;
  const address = url.replace(/\p{Cc}/gu, '').trim();
  return /^\s*(?:javascript|data|vbscript):/i.test(address) ? '' : address;
}

/** The author's own text for an e-mail header, without line breaks. */
export const withoutLineBreaks = (text: string): string => text.replace(/[\r\n\v\f\u0085\u2028\u2029]/g, '');
