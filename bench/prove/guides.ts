// Follows each guide as a newcomer does: in a fresh clone, with a service started as the guides describe.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf, documentsOf, isTyped, type Block } from './guides/blocks.ts';
import { follow, patternOf, type Followed } from './guides/follow.ts';
import { FreshClone, type Started } from './guides/fresh-clone.ts';
import { staleAmong } from './guides/left-out.ts';
import { isProgram, programs, runProgram } from './guides/programs.ts';

/** Follows every guide and prints a line for each. False if a guide fails or the list of commands that are left out is stale. */
export async function followGuides(): Promise<boolean> {
  const clone = await FreshClone.make();
  console.log(`a fresh clone of ${clone.commit}`);
  let failed = 0;
  const fail = (what: string): void => {
    failed++;
    console.error(`✗ ${what}`);
  };
  try {
    const guides = guidesIn(clone.folder);
    for (const guide of guides) {
      await followGuide(guide, clone).then(console.log, (error: unknown) =>
        fail(`${guide}: ${(error as Error).message}`),
      );
    }
    const typed = guides.flatMap((guide) => blocksOf(clone.folder, guide)).filter(isTyped);
    for (const { document, command } of staleAmong(typed))
      fail(`nothing is like what is left out: ${document}, ${command}`);
    return failed === 0;
  } finally {
    clone.remove();
  }
}

/** README.md, then the guides in the order of docs/README.md, then every other document with blocks. */
function guidesIn(root: string): readonly string[] {
  const table = readFileSync(path.join(root, 'docs/README.md'), 'utf8');
  const listed = [...table.matchAll(/^- \[([\w-]+\.md)\]/gm)].map(([, name]) => `docs/${name}`);
  const others = documentsOf(root).filter((document) => blocksOf(root, document).length > 0);
  return [...new Set(['README.md', ...listed, ...others])];
}

/** Follows one guide, with its own service and home; returns the line that reports it. */
async function followGuide(guide: string, clone: FreshClone): Promise<string> {
  const blocks = blocksOf(clone.folder, guide);
  const own = programs.filter(({ document }) => document === guide);
  if (!blocks.some(isTyped) && own.length === 0) return describe(guide, blocks, { ran: [], leftOut: [] });
  const started = await clone.start();
  try {
    if (guide === 'README.md') expectPrintedAtStart(blocks, started);
    const runOptions = { runner: 'proof', serve: started.serve, before: clone.typed } as const;
    const followed = await follow(clone.folder, guide, started, runOptions);
    const [ran, leftOut] = [[...followed.ran], [...followed.leftOut]];
    for (const program of own) {
      const block = blocks.find((each) => isProgram(program, each))!;
      const reason = await runProgram(program, block, started, await clone.sdk());
      if (reason === undefined) ran.push(block.line);
      else leftOut.push({ line: block.line, command: program.language, reason });
    }
    return describe(guide, blocks, { ran, leftOut });
  } finally {
    await started.stop();
  }
}

/** Checks that README.md shows what the start prints. Throws if not. */
function expectPrintedAtStart(blocks: readonly Block[], { printed }: Started): void {
  const expected = blocks.find(({ text }) => text.includes('Retoma is running'))!;
  if (!patternOf(expected.text).test(printed))
    throw new Error(`npm start does not print what is shown but\n${printed}`);
}

/** One line: how many blocks ran, which commands were left out and why, and how many blocks have nothing to run. */
function describe(guide: string, blocks: readonly Block[], { ran, leftOut }: Followed): string {
  const reasons = Map.groupBy(leftOut, ({ reason }) => reason);
  const left = [...reasons].map(
    ([reason, all]) =>
      `${[...new Set(all.map(({ line, command }) => `line ${line} ${command.split(/ -|\n/, 1)[0]}`))].join(', ')}: ${reason}`,
  );
  const touched = new Set([...ran, ...leftOut.map(({ line }) => line)]);
  const expected = blocks.length - touched.size;
  return [
    `${guide}: ${ran.length} of ${blocks.length} blocks run`,
    ...(left.length > 0 ? [`left out: ${left.join('; ')}`] : []),
    ...(expected > 0 ? [`${expected} not to be typed: npm test holds them`] : []),
  ].join('; ');
}
