import { invisible } from '../person/pasted.ts';
import { parseBrCode } from './parse-br-code.ts';

/** A longer text is not a PIX code, in UTF-16 units. */
const longest = 2_000;

/**
 * COM9: a PIX code as it was meant, whatever was pasted with it: spaces and marks at its ends, line breaks, a checksum in small letters or
 * without its zeros. `isRead`: whether it is a code. One that is not has no line breaks and invisible characters either.
 */
export function readPixCode(text: string): { readonly code: string; readonly isRead: boolean } {
  if (text.length > longest) return { code: text, isRead: false };
  const read = formsOf(text).find((code) => parseBrCode(code).ok);
  return { code: read ?? withoutBreaks(text, ''), isRead: read !== undefined };
}

/** What a text may have been, the likeliest first. A name in the code may have spaces, and a line may have been broken at one. */
function formsOf(text: string): string[] {
  const forms = [text, withoutBreaks(text, ''), withoutBreaks(text, ' ')];
  return [...forms, ...forms.map(withChecksum)];
}

/** The text in one line with plain spaces. `between`: what stands in place of a line break and the spaces around it. */
const withoutBreaks = (text: string, between: '' | ' '): string =>
  text
    .split(/[\n\v\f\r\u0085\u2028\u2029]+/)
    .map((line) =>
      line
        .replace(/[^\S\ufeff]/g, ' ')
        .replace(invisible, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .join(between);

/** The checksum in capitals, with its zeros. */
const withChecksum = (text: string): string =>
  text.replace(/6304([0-9a-f]{1,4})$/i, (_, sum: string) => `6304${sum.toUpperCase().padStart(4, '0')}`);
