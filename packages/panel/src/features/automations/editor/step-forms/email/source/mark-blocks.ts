import { withAttribute } from './edit-email.ts';
import type { EmailBlock } from './parse-email.ts';

/** The class that a block's element has in the preview of a marked e-mail. */
export const blockClass = (index: number): string => `retoma-block-${index}`;

/** The e-mail with a class on each block, by which the preview finds what the block became. Lines keep their numbers. */
export const markBlocks = (text: string, blocks: readonly EmailBlock[]): string =>
  blocks.reduceRight((marked, block, index) => {
    if (block.kind === 'data') return marked;
    const before = block.attributes.get('css-class')?.value;
    return withAttribute(marked, block, 'css-class', [before, blockClass(index)].filter(Boolean).join(' '));
  }, text);
