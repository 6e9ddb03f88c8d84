import { defineConfig } from '@playwright/test';

/** What runs: without TEST_LEVEL the main ways through the product (src/journey.ts); `full`: all others; `any`: both. */
const level = process.env['TEST_LEVEL'];

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  ...(level === undefined && { grep: /@journey/ }),
  ...(level === 'full' && { grepInvert: /@journey/ }),
  outputDir: '../../test-results',
  // Two tests already use two cores. A third makes every page slower, and the whole no quicker.
  workers: 2,
  timeout: 180_000,
  // Long enough for a busy machine: a slow page is not a wrong page.
  expect: { timeout: 20_000 },
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
