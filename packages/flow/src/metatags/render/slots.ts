import { limits } from '../../members/limits.ts';
import type { Template } from './render.ts';

// Only letters and digits: the MJML compiler rewrites other characters in some attributes.
const prefix = 'retomaSlot';
const slot = /retomaSlot(\d{1,5})z/g;

/**
 * The text of a template with a numbered slot instead of each metatag. What is compiled from it, such as HTML from MJML, is the same for
 * all messages of the template, and the compiler sees no values; `fillSlots` inserts these afterwards.
 */
export function withSlots({ start, slots }: Template): string {
  let text = start.replaceAll(prefix, '');
  for (const [index, { place, after }] of slots.entries()) {
    const mark = `${prefix}${index}z`;
    text += (place ? place(mark) : mark) + after.replaceAll(prefix, '');
  }
  return text;
}

/**
 * Inserts values, as `renderSlots` returns them, into a text with slots. Metatags inside values are not expanded (TAG2). null: the result
 * would be longer than `limit` UTF-16 units, since a compiler may repeat a slot.
 */
export const fillSlots = (text: string, values: readonly string[], limit?: number): string | null =>
  fillMarks(text, slot, values, limit);

/** The same for any numbered mark: `mark` is global and captures the number. */
export function fillMarks(
  text: string,
  mark: RegExp,
  values: readonly string[],
  limit: number = limits.rendered.email,
): string | null {
  let filled = '';
  let end = 0;
  for (const { 0: found, 1: index, index: at } of text.matchAll(mark)) {
    filled += text.slice(end, at) + (values[Number(index)] ?? '');
    if (filled.length > limit) return null;
    end = at + found.length;
  }
  filled += text.slice(end);
  return filled.length > limit ? null : filled;
}
