// Builds the published package: JavaScript without comments, and types with comments. `build.ts [FOLDER]`, by default dist.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const outDir = path.resolve(process.argv[2] ?? path.join(here, 'dist'));

function compile(...options: string[]): void {
  const go = path.join(here, '../../scripts/go.mjs');
  const args = [go, 'bin', 'tsc', '-p', path.join(here, 'tsconfig.json'), '--outDir', outDir, ...options];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(outDir, { recursive: true, force: true });
compile('--declaration', 'false', '--removeComments');
compile('--emitDeclarationOnly');
rmSync(path.join(outDir, 'types.js')); // types.js is empty at run time, and no file imports it
