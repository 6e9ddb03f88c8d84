// The types in a TypeScript that still has the older resolutions of modules. It is a package of tools/.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage, typedShop, type InstalledPackage } from './testing/installed-package.ts';

const tsc = path.join(import.meta.dirname, '../../../tools/node_modules/typescript/bin/tsc');

let installed: InstalledPackage;
beforeAll(() => {
  if (!existsSync(tsc)) throw new Error('typescript is missing: run `npm ci --prefix tools`');
  installed = installPackage();
});
afterAll(() => installed.remove());

test.each([
  ['shop.ts', 'node10', 'commonjs'],
  ['shop.cts', 'node16', 'node16'],
  ['shop.mts', 'node16', 'node16'],
  ['shop.mts', 'bundler', 'esnext'],
])('the types compile in %s with moduleResolution %s and module %s', (file, resolution, module) => {
  installed.write(file, typedShop);
  expect(installed.compile(tsc, ['--module', module, '--moduleResolution', resolution], file)).toBe('');
});
