import { decodeText, encodeText, inlineTagsIn } from './rich-text.ts';

/** A link in a rich text: its label without formatting, its address, and the place of the address. */
export type RichLink = { label: string; address: string; from: number; to: number };

const hrefValue = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** The links of a rich text, in order. A link without an address has an empty one. */
export function linksIn(text: string): RichLink[] {
  const tags = inlineTagsIn(text);
  return tags.flatMap(({ name, isEnd, from, to }, index): RichLink[] => {
    if (name !== 'a' || isEnd) return [];
    const end = tags.slice(index).find((tag) => tag.isEnd && tag.name === 'a');
    const label = withoutTags(text.slice(to, end?.from ?? to));
    const href = hrefValue.exec(text.slice(from, to));
    if (!href) return [{ label, address: '', from: from + 2, to: from + 2 }];
    const start = from + href.index;
    return [{ label, address: decodeText(href[1] ?? href[2] ?? ''), from: start, to: start + href[0].length }];
  });
}

/** Sets the address of a link. */
export const withLinkAddress = (text: string, { from, to }: RichLink, address: string): string =>
  `${text.slice(0, from)} href="${encodeText(address).replaceAll('"', '&quot;')}"${text.slice(to)}`;

/** A rich text without its formatting. */
export const withoutTags = (text: string): string =>
  inlineTagsIn(text).reduceRight((plain, { from, to }) => plain.slice(0, from) + plain.slice(to), text);
