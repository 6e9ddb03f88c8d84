import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'src',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 60_000,
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
