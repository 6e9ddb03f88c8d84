import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'src',
  outputDir: '../../test-results',
  // Much of a test is waiting: for a page, for a text to be saved.
  workers: 2,
  timeout: 90_000,
  // A busy machine is slow, and no page is wrong for it.
  expect: { timeout: 20_000 },
  // A test that passes only on the retry is reported as flaky; a busy machine does not fail the suite.
  retries: 1,
  reporter: [['list']],
  globalSetup: './src/service.ts',
  use: {
    locale: 'pt-BR',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      // Root in a container has no sandbox to offer, and a test browser has no business on the network.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
