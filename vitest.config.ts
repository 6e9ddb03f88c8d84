import { defineConfig } from 'vitest/config';

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
    // A file begins with what those before it have loaded, which saves a fifth of the time, and nothing of ours may depend on it.
    isolate: false,
  },
});
