import type { EmailBlock, Range } from './parse-email.ts';
import { encodeText, toHtml } from './rich-text.ts';

/** An edited text, and the offset of the block in it; undefined after a removal. */
export type EmailEdit = { readonly text: string; readonly at: number | undefined };

const replace = (text: string, { from, to }: Range, insert: string): string =>
  text.slice(0, from) + insert + text.slice(to);

/** Sets the text that a block shows. */
export const withContent = (text: string, { content }: EmailBlock, rich: string): string =>
  replace(text, content, toHtml(rich));

/** Sets an attribute of a block, or removes it if the value is empty. */
export function withAttribute(text: string, block: EmailBlock, name: string, value: string): string {
  const { attributes, attributesAt } = block;
  const attribute = attributes.get(name);
  const source = `${name}="${encodeText(value).replaceAll('"', '&quot;')}"`;
  if (attribute && value !== '') return replace(text, attribute, source);
  if (attribute) {
    const space = /\s*$/.exec(text.slice(0, attribute.from))!.index;
    return replace(text, { from: space, to: attribute.to }, '');
  }
  if (value === '' || attributesAt === undefined) return text;
  return replace(text, { from: attributesAt, to: attributesAt }, ` ${source}`);
}

/** Removes a block, with its section if that contains nothing else. */
export const withoutBlock = (text: string, block: EmailBlock): EmailEdit => ({
  text: replace(text, fullLines(text, block.isAlone ? block.section : block), ''),
  at: undefined,
});

/** Repeats a block after itself, with its section if that contains nothing else. */
export function withDuplicate(text: string, block: EmailBlock): EmailEdit {
  const lines = fullLines(text, block.isAlone ? block.section : block);
  const copy = text.slice(lines.from, lines.to);
  return { text: replace(text, { from: lines.to, to: lines.to }, copy), at: block.from + copy.length };
}

/** Puts source after a block. `at`: where the source begins, spaces included. */
export function withAfter(text: string, block: EmailBlock, source: string): EmailEdit {
  const { to } = fullLines(text, block);
  return { text: replace(text, { from: to, to }, source), at: to };
}

/**
 * Moves a block to the place of another one: before it if that comes earlier, after it if that comes later. A block alone in its section
 * takes the section with it, past the other's whole section. Undefined if there is no such place.
 */
export function withMove(text: string, blocks: readonly EmailBlock[], from: number, to: number): EmailEdit | undefined {
  const [block, passed] = [blocks[from], blocks[to]];
  if (!block || !passed || from === to) return undefined;
  const takesSection = block.isAlone && block.section.parent === passed.section.parent;
  const lines = fullLines(text, takesSection ? passed.section : passed);
  return moved(text, block, takesSection, to < from ? lines.from : lines.to);
}

function moved(text: string, block: EmailBlock, takesSection: boolean, to: number): EmailEdit {
  const inserted = fullLines(text, takesSection ? block.section : block);
  const removed = fullLines(text, block.isAlone ? block.section : block);
  const rest = replace(text, removed, '');
  const at = to <= removed.from ? to : to - (removed.to - removed.from);
  const source = text.slice(inserted.from, inserted.to);
  return { text: replace(rest, { from: at, to: at }, source), at: at + block.from - inserted.from };
}

/** The range with its indentation and line end, if nothing else stands on its lines. */
function fullLines(text: string, { from, to }: Range): Range {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const newline = text.indexOf('\n', to);
  const end = newline < 0 ? text.length : newline + 1;
  const isAllBlank = text.slice(start, from).trim() === '' && text.slice(to, end).trim() === '';
  return isAllBlank && newline >= 0 ? { from: start, to: end } : { from, to };
}
