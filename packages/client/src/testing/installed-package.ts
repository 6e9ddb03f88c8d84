import { spawn, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const source = path.join(import.meta.dirname, '../..');
const root = path.join(source, '../..');

/** PATH without the project's Node, so that the machine's own Node runs, which may be older. */
const machinePath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !path.resolve(folder).startsWith(path.join(root, 'node_modules')))
  .join(path.delimiter);

/** Builds and packs the SDK, and installs the tarball into the folder `shop`, which is an ES module package. */
export function installPackage() {
  const temp = mkdtempSync(path.join(tmpdir(), 'retoma-client-'));
  const [packed, shop] = [path.join(temp, 'client.tgz'), path.join(temp, 'shop')];
  const run = (command: string, args: string[], cwd = shop): string => {
    const env = { ...process.env, PATH: machinePath, npm_config_cache: path.join(temp, 'npm-cache') };
    const shell = process.platform === 'win32';
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, shell, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}\n${stderr}`}`);
    return stdout;
  };
  mkdirSync(shop);
  run(process.execPath, [path.join(source, 'pack.ts'), packed], source);
  writeFileSync(path.join(shop, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed]);
  return {
    files: globSync('**/*.*', { cwd: path.join(shop, 'node_modules/@retoma/client') }).sort(),
    shop,
    /** Writes a file of the shop. */
    write: (name: string, text: string): void => writeFileSync(path.join(shop, name), text),
    /** Runs a file of the shop on the machine's own Node, beside this process, and returns its output. */
    runFile: (file: string): Promise<string> => runFile(shop, file),
    /** What a TypeScript compiler prints about a file of the shop: nothing if its types are right. */
    compile: (tsc: string, options: string[], file: string): string => {
      const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022'];
      return run(process.execPath, [tsc, ...strict, '--lib', 'es2022,dom', ...options, file]);
    },
    remove: (): void => rmSync(temp, { recursive: true, force: true }),
  };
}

/** The SDK, installed in a shop. */
export type InstalledPackage = ReturnType<typeof installPackage>;

function runFile(shop: string, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('node', [file], { cwd: shop, env: { ...process.env, PATH: machinePath } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

/** A shop's source that uses the types, with a mistake that must not compile. */
export const typedShop = `import { Retoma, RetomaError, RateLimitError, type Cart, type CheckoutCreated, type ErrorCode } from '@retoma/client';
const cart: Cart = { items: [{ title: 'x', quantity: 1, unitPrice: 1, image: 'https://x.example', sku: undefined }] };
export const created: Promise<CheckoutCreated> = new Retoma({ apiKey: 'a', baseUrl: 'https://b' }).createCheckout(cart);
export const code = (error: RetomaError): ErrorCode | string => error.code;
export const wait = (error: unknown): number | undefined => (error instanceof RateLimitError ? error.retryAfter : 0);
// @ts-expect-error a cart needs its items
export const wrong: Cart = { itens: [] };
`;
