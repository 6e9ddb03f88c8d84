import type { Template } from './render.ts';

// Only letters and digits: the MJML compiler rewrites other characters in some attributes.
const word = 'retomaSlot';
const slot = /retomaSlot(\d{1,5})z/g;

/**
 * The text of a template with a numbered slot instead of each metatag. What is compiled from it, such as HTML from MJML, is the same for
 * all messages of the template, and the compiler sees no values; `fillSlots` inserts these afterwards.
 */
export function withSlots({ start, slots }: Template): string {
  let text = start.replaceAll(word, '');
  for (const [index, { place, after }] of slots.entries()) {
    const mark = `${word}${index}z`;
    text += (place ? place(mark) : mark) + after.replaceAll(word, '');
  }
  return text;
}

/** Inserts values, as `renderSlots` returns them, into a text with slots. Metatags inside values are not expanded (TAG2). */
export const fillSlots = (text: string, values: readonly string[]): string =>
  text.replace(slot, (_mark, index: string) => values[Number(index)] ?? '');
