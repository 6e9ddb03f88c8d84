// Builds the panel if its sources have changed since the last build, so that the served panel always matches the tree.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..');
const panel = path.join(root, 'packages', 'panel');
const dist = path.join(panel, 'dist');
const stamp = path.join(dist, '.sources');

const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();

/** The hash of all inputs of the build: the panel's sources, the shared pure packages, and the versions of its dependencies. */
function sourcesHash(): string {
  const own = ['src', 'public'].flatMap((folder) => filesIn(path.join(panel, folder)));
  const shared = ['flow', 'commerce'].flatMap((name) => filesIn(path.join(root, 'packages', name, 'src')));
  const rest = [
    path.join(panel, 'index.html'),
    path.join(panel, 'vite.config.ts'),
    path.join(root, 'package-lock.json'),
  ];
  const hash = createHash('sha256');
  for (const file of [...own, ...shared, ...rest]) {
    if (file.endsWith('.test.ts')) continue;
    hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Writes compressed forms beside each file, so that no request compresses. */
function compress(folder: string): void {
  for (const file of filesIn(folder)) {
    if (!/\.(js|css|html|svg)$/.test(file)) continue;
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    fs.writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  }
}

/** Replaces the served folder with the built one by renames. Two builds may run at once; either result is valid. */
function replaceDist(built: string): void {
  const old = `${built}.old`;
  if (fs.existsSync(dist)) fs.renameSync(dist, old);
  fs.renameSync(built, dist);
  fs.rmSync(old, { recursive: true, force: true });
}

const hash = sourcesHash();
if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== hash) {
  process.stderr.write('Building the panel…\n');
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const folder = `${dist}-${process.pid}`;
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
    { cwd: panel, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status === 0) {
    compress(folder);
    fs.writeFileSync(path.join(folder, '.sources'), hash);
    replaceDist(folder);
  } else {
    fs.rmSync(folder, { recursive: true, force: true });
    process.exit(status ?? 1);
  }
}
