import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../base/net/free-port.ts';
import { cloneDatabase, type TestDatabase } from '../../testing/test-service.ts';
import { serve } from './serve.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-serve-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

/** The `strict-transport-security` header of a service that the command `serve` starts with some settings. */
async function transportHeader(settings: Record<string, string>): Promise<string | null> {
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    RETOMA_SECRET: 'a secret for tests of thirty-two characters',
    RETOMA_HOME: home,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    SHUTDOWN_DRAIN_MS: '0',
    ...settings,
  };
  const service = await serve({ environment, workers: false, demo: false });
  const { headers } = await fetch(`http://127.0.0.1:${port}/health/live`);
  await service.stop();
  return headers.get('strict-transport-security');
}

test('[CHK13] browsers use only https with a service that has a https address', async () => {
  expect(await transportHeader({ BASE_URL: 'https://loja.example' })).toBe('max-age=31536000');
  expect(await transportHeader({})).toBeNull();
});
