import { withAttribute } from './edit-email.ts';
import type { EmailBlock } from './parse-email.ts';

/** The class that a block's element has in the preview of a marked e-mail. */
export const blockClass = (index: number): string => `retoma-block-${index}`;

/** The classes of the empty rows before and after a block that is written as it is, and so has no element of its own. */
export const edgeClasses = (index: number): [before: string, after: string] => [
  `${blockClass(index)}-before`,
  `${blockClass(index)}-after`,
];

const row = (name: string): string => `<mj-raw><tr class="${name}"></tr></mj-raw>`;

/** The e-mail with a class on each block, or rows around it, by which the preview finds what the block became. Lines keep their numbers. */
export const markBlocks = (text: string, blocks: readonly EmailBlock[]): string =>
  blocks.reduceRight((marked, block, index) => {
    const { from, to } = block;
    if (block.kind === 'data' || text.startsWith('<mj-raw', from)) {
      const [before, after] = edgeClasses(index).map(row);
      return `${marked.slice(0, from)}${before}${marked.slice(from, to)}${after}${marked.slice(to)}`;
    }
    const before = block.attributes.get('css-class')?.value;
    return withAttribute(marked, block, 'css-class', [before, blockClass(index)].filter(Boolean).join(' '));
  }, text);
