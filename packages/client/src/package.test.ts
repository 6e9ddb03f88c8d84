// The package as a user gets it: built, packed, installed, and run by the machine's own Node.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveKey, secretKey, startCheckoutServer, type CheckoutServer } from './testing/checkout-server.ts';

const source = path.join(import.meta.dirname, '..');
const root = path.join(source, '../..');
const temp = mkdtempSync(path.join(tmpdir(), 'retoma-client-'));
const packed = path.join(temp, 'package');
const shop = path.join(temp, 'shop');

/** PATH without the project's Node, so that the machine's own Node runs, which may be older. */
const machinePath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !path.resolve(folder).startsWith(path.join(root, 'node_modules')))
  .join(path.delimiter);

function run(command: string, args: string[], cwd: string): string {
  const env = { ...process.env, PATH: machinePath, npm_config_cache: path.join(temp, 'npm-cache') };
  const shell = process.platform === 'win32';
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, shell, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}\n${stderr}`}`);
  return stdout;
}

let server: CheckoutServer;
let files: { path: string; size: number }[];

beforeAll(async () => {
  server = await startCheckoutServer();
  mkdirSync(path.join(packed, 'src'), { recursive: true });
  mkdirSync(shop);
  for (const name of ['package.json', 'README.md', 'LICENSE', 'src/index.ts', 'src/types.ts'])
    cpSync(path.join(source, name), path.join(packed, name));
  run(process.execPath, [path.join(source, 'build.ts'), path.join(packed, 'dist')], packed);
  // The build has just written to this folder; prepack would build into the other one.
  const [report] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts'], packed)) as [
    { filename: string; files: typeof files },
  ];
  files = report.files;
  writeFileSync(path.join(shop, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', path.join(packed, report.filename)], shop);
});

afterAll(async () => {
  await server.close();
  rmSync(temp, { recursive: true, force: true });
});

test('contains only the required files, and is small', () => {
  expect(files.map((file) => file.path).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/types.d.ts',
    'package.json',
    'src/index.ts',
    'src/types.ts',
  ]);
  const script = readFileSync(path.join(packed, 'dist/index.js'));
  const bytes = gzipSync(script, { level: 9 }).length;
  console.log(`@retoma/client: ${script.length} bytes, ${bytes} gzipped`);
  expect(bytes).toBeLessThan(2560);
  expect(readFileSync(path.join(source, 'LICENSE'), 'utf8')).toBe(readFileSync(path.join(root, 'LICENSE'), 'utf8'));
});

/** Runs a module of the shop; not with spawnSync, since the server that it calls runs in this process. */
function runShop(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('node', [file], { cwd: shop, env: { ...process.env, PATH: machinePath } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

test('[CHK4][CHK11][CHK12] installed from the tarball it creates, signs and reads a checkout on the machine’s own Node', async () => {
  writeFileSync(
    path.join(shop, 'shop.js'),
    `import { Retoma, RetomaError } from '@retoma/client';
const retoma = new Retoma({ apiKey: '${liveKey}', secretKey: '${secretKey}', baseUrl: '${server.baseUrl}' });
const image = 'https://loja.example/bone.png';
const created = await retoma.createCheckout({ items: [{ title: 'Boné', quantity: 1, unitPrice: 5990, image }] });
const checkout = await retoma.readCheckout(created.checkoutId);
const refused = await retoma.createCheckout({ items: [] }).catch((error) => error instanceof RetomaError && error.code);
console.log(JSON.stringify({ node: process.version, total: checkout.total, signed: checkout.signed, refused }));
`,
  );
  const result = JSON.parse(await runShop('shop.js')) as Record<string, unknown>;
  console.log(`@retoma/client: ran on Node ${String(result.node)}`);
  expect(result).toMatchObject({ total: 5990, signed: true, refused: 'INVALID_PAYLOAD' });
});

test.each(['nodenext', 'bundler'])('its types compile with moduleResolution %s', (resolution) => {
  const module = resolution === 'bundler' ? 'esnext' : resolution;
  writeFileSync(
    path.join(shop, 'shop.ts'),
    `import { Retoma, RetomaError, type Cart, type CheckoutCreated, type ErrorCode } from '@retoma/client';
const cart: Cart = { items: [{ title: 'x', quantity: 1, unitPrice: 1, image: 'https://x.example', sku: undefined }] };
export const created: Promise<CheckoutCreated> = new Retoma({ apiKey: 'a', baseUrl: 'https://b' }).createCheckout(cart);
export const code = (error: RetomaError): ErrorCode | string => error.code;
// @ts-expect-error a cart needs its items
export const wrong: Cart = { itens: [] };
`,
  );
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--lib', 'es2022,dom', '--target', 'es2022'];
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const args = [...options, '--types', '', '--module', module, '--moduleResolution', resolution, 'shop.ts'];
  expect(run(process.execPath, [tsc, ...args], shop)).toBe('');
});
