import type { Template } from './render.ts';

// Letters and digits alone: the MJML compiler rewrites other characters in some attributes.
const word = 'retomaSlot';
const slot = /retomaSlot(\d{1,5})z/g;

/**
 * The text of a template with a numbered slot in the place of each metatag. What is made of it, such as HTML of MJML, is the same
 * for every message of the template, and the code that made it has seen no value; `fillSlots` puts the values in.
 */
export function withSlots({ start, slots }: Template): string {
  let text = start.replaceAll(word, '');
  for (const [index, { place, after }] of slots.entries()) {
    const mark = `${word}${index}z`;
    text += (place ? place(mark) : mark) + after.replaceAll(word, '');
  }
  return text;
}

/** A text made of one with slots, with their values, as `renderSlots` returns them. Nothing in a value is expanded (TAG2). */
export const fillSlots = (text: string, values: readonly string[]): string =>
  text.replace(slot, (_mark, index: string) => values[Number(index)] ?? '');
