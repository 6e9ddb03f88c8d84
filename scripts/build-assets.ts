// Builds what browsers load, each package whose sources have changed since its last build: `build-assets.ts [PACKAGE …]`, by default all.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const packages = path.resolve(import.meta.dirname, '..', 'packages');

/** The inputs of each package's build, below `packages/`: files and folders. */
const inputs: Readonly<Record<string, readonly string[]>> = {
  panel: ['panel/src', 'panel/public', 'panel/index.html', 'flow/src', 'commerce/src'],
  // The page's script and style sheets, and the card fields of payment providers.
  pay: [
    'pay/src/browser',
    'pay/src/style',
    'commerce/src',
    ...fs.globSync('server/src/providers/payments/*/page', { cwd: packages }),
  ],
  // The SDK as `/client.js` and `/client.tgz`, and the style sheet of the documents.
  server: [
    ...['src', 'package.json', 'README.md', 'LICENSE', 'build.ts', 'pack.ts', 'tsconfig.json'].map(
      (name) => `client/${name}`,
    ),
    'server/src/app/http/docs/site.css',
  ],
};

function filesIn(place: string): string[] {
  if (fs.statSync(place).isFile()) return [place];
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** The hash of all inputs of a build: sources, configuration, and the versions of its dependencies. */
function inputsHash(name: string): string {
  const places = [...inputs[name]!, `${name}/vite.config.ts`, '../package-lock.json', '../scripts/build-assets.ts'];
  const hash = createHash('sha256');
  for (const file of places.flatMap((place) => filesIn(path.join(packages, place)))) {
    if (file.endsWith('.test.ts')) continue;
    hash.update(path.relative(packages, file)).update('\0').update(fs.readFileSync(file)).update('\0');
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
function replaceDist(dist: string, built: string): void {
  const old = `${built}.old`;
  if (fs.existsSync(dist)) fs.renameSync(dist, old);
  fs.renameSync(built, dist);
  fs.rmSync(old, { recursive: true, force: true });
}

function packClient(file: string): void {
  const packed = spawnSync(process.execPath, [path.join(packages, 'client/pack.ts'), file], {
    stdio: ['ignore', 2, 2],
  });
  if (packed.status !== 0) throw new Error('the SDK could not be packed');
}

async function buildIfChanged(name: string): Promise<void> {
  const root = path.join(packages, name);
  const dist = path.join(root, 'dist');
  const stamp = path.join(dist, '.sources');
  const hash = inputsHash(name);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return;
  process.stderr.write(`Building packages/${name}…\n`);
  const built = `${dist}-${process.pid}`;
  try {
    // Loaded only for a build, since that takes longer than the comparison of hashes.
    const { build } = await import('vite');
    const configFile = path.join(root, 'vite.config.ts');
    await build({ root, configFile, logLevel: 'warn', build: { outDir: built, emptyOutDir: true } });
    if (name === 'panel') compress(built);
    if (name === 'server') packClient(path.join(built, 'client.tgz'));
    fs.writeFileSync(path.join(built, '.sources'), hash);
    replaceDist(dist, built);
  } finally {
    fs.rmSync(built, { recursive: true, force: true });
  }
}

process.env['NODE_ENV'] = 'production';
const wanted = process.argv.slice(2);
for (const name of wanted.length === 0 ? Object.keys(inputs) : wanted) await buildIfChanged(name);
