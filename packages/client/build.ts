// Builds the published package: JavaScript without comments, and types with comments, as ES modules and as CommonJS. `build.ts [FOLDER]`,
// by default dist.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const outDir = path.resolve(process.argv[2] ?? path.join(here, 'dist'));

function compile(...options: string[]): void {
  const tsc = path.join(here, '../../node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', path.join(here, 'tsconfig.json'), ...options];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const formats = {
  esm: { type: 'module', options: [] },
  cjs: {
    type: 'commonjs',
    options: ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'],
  },
};

rmSync(outDir, { recursive: true, force: true });
for (const [name, { type, options }] of Object.entries(formats)) {
  const folder = path.join(outDir, name);
  compile('--outDir', folder, '--declaration', 'false', '--removeComments', ...options);
  compile('--outDir', folder, '--emitDeclarationOnly', ...options);
  // The nearest package.json tells Node and TypeScript which of both a file is.
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type }));
  for (const file of globSync(`${folder}/*.d.ts`)) {
    // TypeScript writes the extension of the sources into types; older versions and bundlers refuse it.
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
  for (const file of globSync(`${folder}/*types.js`)) rmSync(file); // empty at run time, and no file imports it
}
