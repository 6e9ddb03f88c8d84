import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, the slowest first. They start first: a slow file started last would leave the other workers idle. */
const longest = [
  'guides.test.ts',
  'bench/prove/',
  'packages/panel/src/features/editor/state/any-json.test.ts',
  'budgets/pages.test.ts',
  'packages/cli/src/cli.test.ts',
];

/** Runs the slowest files first and keeps the order of all others. */
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
    setupFiles: 'scripts/seed-properties.ts',
    globalSetup: 'packages/server/src/testing/global-setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Polled assertions get a generous timeout: on a busy machine the expected state may come seconds later.
    expect: { poll: { timeout: 30_000 } },
    // Some files wait for processes and for minutes of a run, so three run at once on two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Files share loaded modules, which saves a fifth of the time. So no test may depend on fresh modules.
    isolate: false,
  },
});
