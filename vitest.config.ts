import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, the longest first: a worker that came to one of these last would be the only one left. */
const longest = [
  'packages/panel/src/features/editor/state/any-json.test.ts',
  'guides.test.ts',
  'bench/prove/',
  'budgets/pages.test.ts',
  'packages/cli/src/cli.test.ts',
];

/** Begins with what takes longest; all else in the order of before. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((part) => moduleId.includes(`/${part}`));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: [
      '*.test.ts',
      'budgets/*.test.ts',
      'packages/*/src/**/*.test.ts',
      'bench/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: 'packages/server/src/testing/global-setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What a test waits for comes when it comes: on a busy machine that may be seconds later.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A file begins with what those before it have loaded, which saves a fifth of the time, and nothing of ours may depend on it.
    isolate: false,
  },
});
