// npm test: types, then all tests. `npm test -- PATTERN` runs only the unit and service tests of matching files.
import { findBrowser } from '../packages/e2e/src/find-browser.ts';
import { runStep } from './run-step.ts';

const only = process.argv.slice(2);
runStep('Types', ['bin', 'tsc', '-p', 'tsconfig.json']);
runStep('Types of the pure packages', ['bin', 'tsc', '-p', 'tsconfig.pure.json']);
// First, so that no test builds them while others read the folders.
if (only.length === 0) runStep('Assets', ['run', 'scripts/build-assets.ts']);
runStep('Unit and service tests', ['bin', 'vitest', 'run', ...only]);
if (only.length === 0) {
  const env = { CHROMIUM_PATH: findBrowser() };
  runStep('Browser tests', ['bin', '@playwright/test', 'test', '-c', 'packages/e2e/playwright.config.ts'], env);
}
console.log('\nAll tests passed.');
