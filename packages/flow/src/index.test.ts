import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** Every file that index.ts reaches, with what it imports at run time. */
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

test('what a browser loads imports nothing from outside this package, nothing of Node, and stays small', () => {
  const files = reached(path.join(import.meta.dirname, 'index.ts'));
  const outside = [...files].flatMap(([file, imports]) =>
    imports
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
  expect(kilobytes).toBeLessThan(150);
});
