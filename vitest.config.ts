import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longProperties, onlyFull, testLevel } from './scripts/test-levels.ts';

/** The slowest test files, the slowest first. They start first: a slow file started last would leave the other workers idle. */
const longest = [
  'checks/guides.test.ts',
  'bench/prove/',
  'panel/src/features/automations/editor/state/any-json.test.ts',
  'budgets/pages.test.ts',
  'cli/src/cli.test.ts',
  'server/src/base/postgres/embedded/embedded.test.ts',
  'server/src/shop/pay-page/contact/returning.test.ts',
  'flow/src/edit/laws.test.ts',
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

/** The files of `places` that this run's level has. */
function filesOf(places: readonly string[]): string[] {
  if (testLevel === 'any') return [...places];
  const full = new Set([...onlyFull, ...longProperties].flatMap((place) => globSync(place)));
  const only = new Set(onlyFull.flatMap((place) => globSync(place)));
  return globSync([...places]).filter((file) => (testLevel === 'full' ? full.has(file) : !only.has(file)));
}

// Files that need no service. Without PostgreSQL such a file answers in seconds.
const plain = ['client', 'commerce', 'flow', 'panel', 'pay'].map((name) => `packages/${name}/src/**/*.test.ts`);
const served = [
  'checks/*.test.ts',
  'budgets/*.test.ts',
  'packages/{cli,e2e,server}/src/**/*.test.ts',
  'bench/**/*.test.ts',
  'scripts/**/*.test.ts',
];

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**'],
    setupFiles: 'scripts/seed-properties.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Polled assertions get a generous timeout: on a busy machine the expected state may come seconds later.
    expect: { poll: { timeout: 30_000 } },
    // Some files wait for processes and for minutes of a run, so three run at once on two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Files share loaded modules, which saves a fifth of the time. So no test may depend on fresh modules.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'plain', include: filesOf(plain) } },
      {
        extends: true,
        test: {
          name: 'served',
          include: filesOf(served),
          setupFiles: ['scripts/seed-properties.ts', 'packages/server/src/testing/record-statements.ts'],
          globalSetup: 'packages/server/src/testing/global-setup.ts',
        },
      },
    ],
  },
});
