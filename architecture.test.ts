// Who may import whom, and what the pure packages may not touch. The table is ARCHITECTURE.md's, in code.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = import.meta.dirname;

/** Package → the packages of ours that it may import. */
const packageArrows: Record<string, readonly string[]> = {
  flow: ['commerce'],
  commerce: [],
  client: [],
  pay: ['commerce'],
  server: ['flow', 'commerce', 'pay', 'client'],
  cli: ['flow', 'client', 'server'],
  // The server only over HTTP; of its contract, nothing but types.
  panel: ['flow', 'commerce'],
  e2e: [],
};

/** Folder of the server → the folders of the server that it may import. Files at the root of src hold what all may use. */
const serverArrows: Record<string, readonly string[]> = {
  commands: ['*'],
  http: ['stores', 'checkouts', 'orders', 'people', 'automations', 'events', 'runs', 'copilot', 'limits'],
  stores: ['db', 'payments', 'channels'],
  checkouts: ['db', 'stores', 'events', 'limits'],
  orders: ['db', 'payments', 'events', 'stores', 'checkouts', 'people'],
  people: ['db', 'stores', 'events'],
  automations: ['db'],
  copilot: ['db', 'automations'],
  events: ['db'],
  limits: ['db'],
  runs: ['db', 'channels', 'events'],
  jobs: ['db', 'checkouts', 'orders', 'limits'],
  channels: [],
  payments: [],
  db: [],
  config: [],
  observability: ['config', 'db', 'channels', 'payments'],
};

/** Everything may be watched, so everybody may say what is to be seen. */
const forAll = 'observability';

type Import = { file: string; from: string; to: string };

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/node_modules|dist/.test(name))
    .map((name) => path.join(folder, name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!);
}

const packages = readdirSync(path.join(root, 'packages'));
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$|\/testing\//.test(file);
const files = packages.flatMap((name) => sourceFiles(path.join('packages', name)));
const imports: Import[] = files.flatMap((file) =>
  importsOf(file).map((to) => ({ file, from: file.split(path.sep)[1]!, to })),
);

describe('architecture', () => {
  test('every package stands in the table', () => {
    expect(packages.filter((name) => !(name in packageArrows))).toEqual([]);
  });

  test('packages import only along the arrows', () => {
    const wrong = imports.filter(({ file, from, to }) => {
      // The contract is types alone: none of the server's code comes along.
      if (from === 'panel' && to === '@retoma/server/panel-contract') return false;
      const target = /^@retoma\/([^/]+)/.exec(to)?.[1];
      return target && target !== from && !isTest(file) && !packageArrows[from]!.includes(target);
    });
    expect(wrong).toEqual([]);
  });

  test('of the server the panel takes types alone', () => {
    const wrong = files
      .filter((file) => file.startsWith('packages/panel/src'))
      .filter((file) => /import (?!type\b)[^;]*'@retoma\/server/.test(readFileSync(path.join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  test('no feature of the panel imports another', () => {
    const features = path.join('packages', 'panel', 'src', 'features');
    const wrong = imports.flatMap(({ file, to }) => {
      if (!file.startsWith(features) || !to.startsWith('.')) return [];
      const [feature] = path.relative(features, file).split(path.sep);
      const [target] = path.relative(features, path.join(path.dirname(file), to)).split(path.sep);
      return target === '..' || target === feature ? [] : [`${file} → ${to}`];
    });
    expect(wrong).toEqual([]);
  });

  test('no relative import leaves its package', () => {
    const wrong = imports.filter(({ file, from, to }) => {
      if (!to.startsWith('.') || isTest(file)) return false;
      return !path.join(path.dirname(file), to).startsWith(path.join('packages', from));
    });
    expect(wrong).toEqual([]);
  });

  test('folders of the server import only along the arrows', () => {
    const base = path.join('packages', 'server', 'src');
    const wrong = imports.flatMap(({ file, from, to }) => {
      if (from !== 'server' || !to.startsWith('.') || isTest(file)) return [];
      const [folder, inFolder] = path.relative(base, file).split(path.sep);
      const [target, inTarget] = path.relative(base, path.join(path.dirname(file), to)).split(path.sep);
      if (!inFolder || !inTarget || folder === target) return [];
      const allowed = serverArrows[folder!] ?? [];
      return allowed.includes('*') || allowed.includes(target!) || target === forAll ? [] : [`${file} → ${to}`];
    });
    expect(wrong).toEqual([]);
  });

  test('only pure code in flow and commerce: no clock, no randomness, no I/O, no eval', () => {
    const banned =
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bsetTimeout\(|\bsetInterval\(|\bfetch\(|\bprocess\.|\beval\(|\bnew Function\(|from 'node:|\bconsole\./;
    const wrong = files
      .filter((file) => /^packages\/(flow|commerce)\/src/.test(file) && !isTest(file))
      .filter((file) => banned.test(readFileSync(path.join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  test('time in the server comes from clock.ts, so that a test can turn it', () => {
    const wrong = files
      .filter((file) => file.startsWith('packages/server/src') && !isTest(file) && !file.endsWith('/clock.ts'))
      .filter((file) => /\bDate\.now\(|\bnew Date\(\)/.test(readFileSync(path.join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  test('no file name that says nothing', () => {
    expect(files.filter((file) => /(^|[/-])(utils?|helpers?|common|misc|manager)[.\-/]/.test(file))).toEqual([]);
  });
});
