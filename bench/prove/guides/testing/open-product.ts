import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { minimalEnvironment, runCli } from '../../../../packages/cli/src/testing/run-cli.ts';
import { serve } from '../../../../packages/server/src/app/commands/serve.ts';
import { cloneDatabase } from '../../../../packages/server/src/testing/test-service.ts';
import type { GuideProduct } from '../product.ts';

/** A product for tests, started as by `npm start`. */
export type TestProduct = GuideProduct & { stop: () => Promise<void> };

const shell = (port: number): string => `
retoma() {
  { printf '%s\\0' "$@"; printf '\\0'; env -0; } |
    command curl --silent --show-error --fail-with-body --data-binary @- http://127.0.0.1:${port}
}
npm() { if [ "\${*:1:3}" = 'run retoma --' ]; then retoma "\${@:4}"; else command npm "$@"; fi; }`;

/**
 * Starts the product as `npm start` does, on its own database. This process runs its commands itself, which saves seconds for each.
 * Commands read files relative to the working directory, so that must be `folder` of `openFolder`.
 */
export async function openProduct(folder: string): Promise<TestProduct> {
  const database = await cloneDatabase();
  const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-guides-home-'));
  const settings = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    RETOMA_HOME: home,
    ALLOW_PRIVATE_ADDRESSES: 'true',
  };
  const service = await serve({ environment: { ...settings, PORT: '0' }, workers: true, demo: true });
  const door = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    address: service.baseUrl,
    ...service.demo!,
    folder,
    environment: { ...minimalEnvironment(), ...settings },
    prelude: shell((door.address() as AddressInfo).port),
    async retoma<T>(...args: readonly string[]): Promise<T> {
      const { code, stdout, stderr } = await runCli([...args, '--json'], settings);
      if (code !== 0) throw new Error(`retoma ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
      return JSON.parse(stdout) as T;
    },
    async stop() {
      door.close();
      await service.stop();
      await database.drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Runs a command line. The body has the arguments, an empty string, and the environment, each ended by a NUL. */
async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
  const parts = body.split('\0');
  const end = parts.indexOf('');
  const environment = parts.slice(end + 1).map((each): [string, string] => {
    const [name = ''] = each.split('=', 1);
    return [name, each.slice(name.length + 1)];
  });
  const { code, stdout, stderr } = await runCli(parts.slice(0, end), Object.fromEntries(environment));
  response.writeHead(code === 0 ? 200 : 400).end(code === 0 ? stdout : `${stdout}${stderr}`);
}

/** Creates a folder for commands, with links to the files of the repository, and makes it the working directory; `forget` undoes this. */
export function openFolder(root: string): { folder: string; forget: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-guides-'));
  for (const name of ['packages', 'deploy']) symlinkSync(path.join(root, name), path.join(folder, name));
  linkSdk(root, folder);
  process.chdir(folder);
  const forget = (): void => {
    process.chdir(root);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, forget };
}

/** Links the SDK's source instead of its build. package.test.ts of the client checks that the published package is built from it. */
function linkSdk(root: string, folder: string): void {
  const sdk = path.join(folder, 'node_modules/@retoma/client');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(path.join(sdk, 'package.json'), JSON.stringify({ type: 'module', exports: './index.js' }));
  const source = path.join(root, 'packages/client/src/index.ts');
  writeFileSync(path.join(sdk, 'index.js'), `export * from ${JSON.stringify(source)};\n`);
}
