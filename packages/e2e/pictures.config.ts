import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** `npm run pictures`: the pictures of README.md, taken from the running product. */
export default defineConfig({
  ...config,
  testMatch: 'pictures.ts',
  grep: /./,
  workers: 1,
  retries: 0,
  timeout: 300_000,
});
