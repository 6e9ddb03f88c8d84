// Runs every block of the documents unchanged against the real product; only address, keys and ids are filled in. A block without a test
// that is not on the list of exceptions fails. From a fresh clone: npm run prove -- guides.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, documentsOf, isTyped, type Block } from '../bench/prove/guides/blocks.ts';
import { follow } from '../bench/prove/guides/follow.ts';
import { staleAmong } from '../bench/prove/guides/left-out.ts';
import { writeFiles } from '../bench/prove/guides/product.ts';
import { isProgram, programs, runProgram } from '../bench/prove/guides/programs.ts';
import { blockTests, type BlockTest } from '../bench/prove/guides/testing/block-tests.ts';
import { openFolder, openProduct, type TestProduct } from '../bench/prove/guides/testing/open-product.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = documentsOf(root);
const blocks = documents.flatMap((document) => blocksOf(root, document));
const typed = blocks.filter(isTyped);
const others = blocks.filter((block) => !isTyped(block));

const isTestOf = ({ document, language, holds }: BlockTest, block: Block): boolean =>
  block.document === document && block.language === language && block.text.includes(holds);
const named = ({ document, line, language }: Block): string => `${document}:${line} (${language || 'no language'})`;

const { folder, forget } = openFolder(root);
writeFiles(root, folder);
afterAll(forget);

describe('every block is tested or listed as an exception', () => {
  test.each(others.map((block): [string, Block] => [named(block), block]))(
    '%s has exactly one test',
    (_name, block) => {
      const held = [
        ...programs.filter((each) => isProgram(each, block)),
        ...blockTests.filter((each) => isTestOf(each, block)),
      ];
      expect(held.length, 'tests in bench/prove/guides').toBe(1);
    },
  );

  test('every fence is recognised', () => {
    const fences = documents.flatMap((document) => read(document).match(/^\s*(```|~~~)/gm) ?? []);
    const rows = blocks.filter(({ document }) => document === 'CONTRIBUTING.md');
    expect(fences.length).toBe(2 * (blocks.length - rows.length));
  });

  test('no test refers to a removed block', () => {
    expect(staleAmong(typed)).toEqual([]);
    expect(programs.filter((program) => !others.some((block) => isProgram(program, block)))).toEqual([]);
    expect(blockTests.filter((blockTest) => !others.some((block) => isTestOf(blockTest, block)))).toEqual([]);
  });
});

const guides = [...new Set(typed.map(({ document }) => document))];
async function followInTest(guide: string): Promise<void> {
  const product = await openProduct(folder);
  try {
    const { ran, leftOut } = await follow(root, guide, product, { runner: 'npm test' });
    for (const { line, command, reason } of leftOut)
      process.stdout.write(`NOT RUN: ${guide}:${line} ${command.split('\n', 1)[0]}: ${reason}\n`);
    expect(ran.length + leftOut.length).toBeGreaterThan(0);
  } finally {
    await product.stop();
  }
}

describe('typed commands have the documented effect', () => {
  test.each(guides)('%s', followInTest, 300_000);
});

describe('blocks that are not typed match the product', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openProduct(folder);
  });
  afterAll(() => product.stop());

  test.each(programs)('$document: $language with $holds', async (program) => {
    const why = await runProgram(
      program,
      others.find((block) => isProgram(program, block))!,
      product,
      product.folder,
    );
    // This repository does not contain PHP.
    if (why !== undefined) process.stdout.write(`NOT RUN: ${program.document}, ${program.language}: ${why}\n`);
  });

  test.each(blockTests)('$document: $language with $holds', async (blockTest) => {
    const block = others.find((each) => isTestOf(blockTest, each))!;
    if ('by' in blockTest) await blockTest.by(block, product);
    else expect(read(blockTest.heldBy)).toContain(blockTest.names);
  });
});
