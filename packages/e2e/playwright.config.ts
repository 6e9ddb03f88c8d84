import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'src',
  outputDir: '../../test-results',
  // Two tests already use two cores. A third makes every page slower, and the whole no quicker.
  workers: 2,
  timeout: 180_000,
  // Long enough for a busy machine: a slow page is not a wrong page.
  expect: { timeout: 20_000 },
  // A test that passes only on the retry is reported as flaky; a busy machine does not fail the suite.
  retries: 1,
  reporter: [['list']],
  globalSetup: './src/service.ts',
  use: {
    locale: 'pt-BR',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      // `--no-sandbox`: root in a container cannot use Chromium's sandbox. The others disable Chromium's background network requests.
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
