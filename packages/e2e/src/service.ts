import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What `retoma serve --demo --json` prints. */
export type Demo = { baseUrl: string; demo: { storeId: string; checkoutKey: string; secretKey: string } };

const cli = path.resolve(import.meta.dirname, '../../cli/src/main.ts');

/** Starts the product as `npm start` does, on a free port and a folder of its own; the tests find it in RETOMA_DEMO. */
export default async function start(): Promise<() => Promise<void>> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-e2e-'));
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', cli, 'serve', '--demo', '--json', '--port', '0'],
    {
      env: { ...process.env, RETOMA_HOME: home, DATABASE_URL: '', BASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  process.env['RETOMA_DEMO'] = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  return async () => {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    rmSync(home, { recursive: true, force: true });
  };
}

/** The running service, as the tests know it. */
export const demo = (): Demo => JSON.parse(process.env['RETOMA_DEMO'] ?? '') as Demo;
