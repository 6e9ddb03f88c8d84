// npm test: types, unit and service tests, and the main ways through the product in a browser; TEST_LEVEL=full (npm run test:full): what
// only the full level has. `npm test -- FILTER …` runs the tests of both levels whose file matches, beside types and the format of changes.
import { findBrowser } from '../packages/e2e/src/find-browser.ts';
import { changedFiles, matchingTests } from './matching-tests.ts';
import { runStep, runTogether, type Step } from './run-step.ts';
import { testLevel } from './test-levels.ts';

const filters = process.argv.slice(2);
if (filters.length === 0) runLevel();
else await runMatching();
console.log('\nAll tests passed.');

function runLevel(): void {
  if (testLevel === 'usual') {
    runStep('Types', ['bin', 'tsc', '-p', 'tsconfig.json']);
    runStep('Types of the pure packages', ['bin', 'tsc', '-p', 'tsconfig.pure.json']);
  }
  // First, so that no test builds them while others read the folders.
  runStep('Assets', ['run', 'scripts/build-assets.ts']);
  runStep('Unit and service tests', ['bin', 'vitest', 'run']);
  runBrowserTests([]);
}

function runBrowserTests(files: readonly string[], env: Record<string, string> = {}): void {
  const args = ['bin', '@playwright/test', 'test', '-c', 'packages/e2e/playwright.config.ts', ...files];
  runStep('Browser tests', args, { ...env, CHROMIUM_PATH: findBrowser() });
}

async function runMatching(): Promise<void> {
  const { unit, browser } = matchingTests(filters);
  if (unit.length + browser.length === 0) {
    console.error(`No test file matches ${filters.join(' ')}.`);
    process.exit(1);
  }
  const env = { TEST_LEVEL: 'any' };
  const isPure = [...unit, ...browser].every((file) => /^packages\/(flow|commerce)\//.test(file));
  const steps: Step[] = [
    { title: 'Types', args: ['bin', 'tsc', '-p', isPure ? 'tsconfig.pure-tests.json' : 'tsconfig.json'] },
  ];
  const changed = changedFiles();
  if (changed.length > 0) {
    const args = ['bin', 'prettier', '--check', '--ignore-unknown', '--log-level=warn', ...changed];
    steps.push({ title: 'Format of changed files', args });
  }
  if (unit.length > 0) steps.push({ title: 'Tests', args: ['bin', 'vitest', 'run', ...unit], env });
  await runTogether(steps);
  if (browser.length === 0) return;
  runStep('Assets', ['run', 'scripts/build-assets.ts']);
  runBrowserTests(browser, env);
}
