// The package as a user gets it: built, packed, installed, and run by the machine's own Node, as an ES module and as CommonJS.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Sdk from './index.ts';
import { liveKey, secretKey, startCheckoutServer, type CheckoutServer } from './testing/checkout-server.ts';
import { installPackage, typedShop, type InstalledPackage } from './testing/installed-package.ts';

const source = path.join(import.meta.dirname, '..');
const root = path.join(source, '../..');

let server: CheckoutServer;
let installed: InstalledPackage;
beforeAll(async () => {
  server = await startCheckoutServer();
  installed = installPackage();
});
afterAll(async () => {
  installed.remove();
  await server.close();
});

test('contains only the required files, and is small', () => {
  const modules = ['checkout-client', 'errors', 'every-entry', 'index', 'request', 'retoma', 'signatures'];
  const built = ['cjs', 'esm'].flatMap((format) => [
    ...modules.flatMap((name) => [`dist/${format}/${name}.d.ts`, `dist/${format}/${name}.js`]),
    `dist/${format}/package.json`,
    `dist/${format}/contract-types.d.ts`,
    `dist/${format}/types.d.ts`,
  ]);
  const sources = [...modules, 'cart-reporter', 'contract-types', 'page', 'types'].map((name) => `src/${name}.ts`);
  expect(installed.files).toEqual(['README.md', 'package.json', ...built, ...sources].sort());
  const files = globSync(path.join(installed.shop, 'node_modules/@retoma/client/dist/esm/*.js'));
  const script = files.map((file) => readFileSync(file, 'utf8')).join('');
  const bytes = gzipSync(script, { level: 9 }).length;
  console.log(`@retoma/client: ${script.length} bytes, ${bytes} gzipped`);
  expect(bytes).toBeLessThan(5120);
  expect(readFileSync(path.join(source, 'LICENSE'), 'utf8')).toBe(readFileSync(path.join(root, 'LICENSE'), 'utf8'));
});

test.each([
  ['shop.mjs', `import { Retoma, InvalidRequestError } from '@retoma/client';`],
  ['shop.cjs', `const { Retoma, InvalidRequestError } = require('@retoma/client');`],
])(
  '[CHK4][CHK11][CHK12] installed from the tarball, %s creates, signs and reads a checkout on the machine’s own Node',
  async (file, load) => {
    installed.write(
      file,
      `${load}
async function main() {
  const retoma = new Retoma({ apiKey: '${liveKey}', secretKey: '${secretKey}', baseUrl: '${server.baseUrl}' });
  const image = 'https://loja.example/bone.png';
  const created = await retoma.createCheckout({ items: [{ title: 'Boné', quantity: 1, unitPrice: 5990, image }] });
  const checkout = await retoma.readCheckout(created.checkoutId);
  const refused = await retoma.createCheckout({ items: [] }).catch((error) => error instanceof InvalidRequestError && error.code);
  console.log(JSON.stringify({ node: process.version, total: checkout.total, signed: checkout.signed, refused }));
}
main();
`,
    );
    const result = JSON.parse(await installed.runFile(file)) as Record<string, unknown>;
    console.log(`@retoma/client: ${file} ran on Node ${String(result.node)}`);
    expect(result).toMatchObject({ total: 5990, signed: true, refused: 'INVALID_PAYLOAD' });
  },
);

test.each([
  ['shop.mts', 'nodenext', 'nodenext'],
  ['shop.cts', 'nodenext', 'nodenext'],
  ['shop.ts', 'bundler', 'esnext'],
])('the types compile in %s with moduleResolution %s', (file, resolution, module) => {
  installed.write(file, typedShop);
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  expect(installed.compile(tsc, ['--module', module, '--moduleResolution', resolution], file)).toBe('');
});

test('a bundle needs nothing of Node: it verifies a webhook where only web APIs are', async () => {
  const root = path.join(installed.shop, 'node_modules/@retoma/client/dist/esm');
  const lib = { entry: path.join(root, 'index.js'), formats: ['cjs' as const] };
  const built = await build({ root, configFile: false, logLevel: 'silent', build: { write: false, lib } });
  const [{ output }] = [built].flat() as unknown as [{ output: { code: string }[] }];
  const module = { exports: {} as typeof Sdk };
  const web = { atob, crypto, Headers, TextDecoder, TextEncoder, Uint8Array, URLSearchParams };
  runInNewContext(output[0]!.code, { ...web, module, exports: module.exports });
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const headers = new Headers({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const event = await module.exports.verifyWebhook('{"test": 2432232314}', headers, secret, { now: 1614265330 });
  expect(JSON.stringify(event)).toBe('{"test":2432232314}');
});
