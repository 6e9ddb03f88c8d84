import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

/** Every file that index.ts imports, directly or not, with its imports at run time. */
function reached(from: string, files = new Map<string, string[]>()): Map<string, string[]> {
  if (files.has(from)) return files;
  const text = readFileSync(from, 'utf8');
  const statements = text.matchAll(
    /(?:^|\n)(?:import|export)\s(?!type\b)[^;'"]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'/g,
  );
  const imports = [...statements].map((match) => (match[1] ?? match[2])!);
  files.set(from, imports);
  for (const to of imports) if (to.startsWith('.')) reached(path.resolve(path.dirname(from), to), files);
  return files;
}

/** What is decided once for all packages: languages, the reader of BR Codes, the format of money, the words for freight, what a web address is, what is pasted, and the text of a file. */
const pure = new Set(
  ['locale', 'money', 'pix', 'freight', 'web-address', 'pasted', 'decode-text'].map(
    (name) => `@retoma/commerce/${name}`,
  ),
);
const commerce = path.resolve(import.meta.dirname, '../../commerce/src');
const pureFiles = [
  'locale.ts',
  'pix/',
  'shipping/freight.ts',
  'money.ts',
  'person/web-address.ts',
  'person/pasted.ts',
  'decode-text.ts',
].map((name) => path.join(commerce, name));

test('the browser code imports only pure parts of commerce, nothing of Node, and stays small', () => {
  const files = reached(path.join(import.meta.dirname, 'index.ts'));
  const outside = [...files].flatMap(([file, imports]) =>
    imports
      .filter((to) => !pure.has(to))
      .filter((to) => !to.startsWith('.') || !path.resolve(path.dirname(file), to).startsWith(import.meta.dirname))
      .map((to) => `${file} → ${to}`),
  );
  expect(outside).toEqual([]);
  expect([...files.keys()].filter((file) => /\/testing\/|\.test\.ts$/.test(file))).toEqual([]);
  const source = [...files.keys()].map((file) => readFileSync(file, 'utf8')).join('\n');
  const kilobytes = gzipSync(source).length / 1024;
  console.log(
    `${files.size} files, ${(source.length / 1024).toFixed(0)} kB of source, ${kilobytes.toFixed(0)} kB gzipped`,
  );
  expect(kilobytes).toBeLessThan(214.5);
});

/** Bundles one file of the package for a browser, minified. Node modules stay imports, since vite would replace them by an empty object. */
async function bundle(entry: string) {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry, formats: ['es'] },
      // As a library, vite would keep the line breaks.
      rolldownOptions: { external: /^node:/, output: { minify: true } },
    },
  });
  return [built].flat().flatMap((result) => ('output' in result ? result.output : []));
}

test('it bundles for a browser into one chunk without imports', async () => {
  const [chunk, ...more] = await bundle(path.join(import.meta.dirname, 'index.ts'));
  expect(more).toEqual([]);
  if (chunk?.type !== 'chunk') throw new Error('vite built no chunk');
  expect([...chunk.imports, ...chunk.dynamicImports]).toEqual([]);
  expect(chunk.code).not.toMatch(/["'`]node:/);
  const own = [import.meta.dirname, ...pureFiles];
  expect(chunk.moduleIds.filter((id) => !own.some((folder) => id.startsWith(folder)))).toEqual([]);
  for (const name of ['validateFlow', 'advance', 'render', 'simulate']) expect(chunk.exports).toContain(name);
  const [minified, gzipped] = [Buffer.byteLength(chunk.code) / 1024, gzipSync(chunk.code).length / 1024];
  console.log(`bundled for a browser: ${minified.toFixed(1)} kB minified, ${gzipped.toFixed(1)} kB gzipped`);
  // 55 KB without src/edit, 1.3 for BR Codes, 1.7 to read JSON of any shape (EDT9), 5.6 for the labels of metatags and members in both
  // languages, their synonyms and the issue texts for owners, which used to be in the panel; 2 for what a message is made of, which the simulator
  // decides as the engine does; 3 for the check of MJML; 2 for what is pasted and the typography of an SMS, and 5 for MJML and JSON as people
  // write them and the files of spreadsheets; 4 for waits until a time, merging and money in rules; 0.5 for PIX that are known by their page. This is the total: importing a part loads only that part (sideEffects).
  expect(gzipped).toBeLessThan(103.5);
});
