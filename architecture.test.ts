// Holds the tables of architecture.ts, and what the pure packages may not use.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageArrows, serverArrows } from './architecture.ts';

const root = import.meta.dirname;

/** Files at the root of the server: they open what a process is made of. `http` takes the type of `context.ts`, and no other room imports one. */
const composition: ReadonlySet<string> = new Set(['context.ts', 'workers.ts', 'providers.ts']);

/** Folders that may hold more than 20 source files, tests not counted, and why. */
const largeFolders: ReadonlySet<string> = new Set([
  // One file for each operation.
  'packages/flow/src/edit/operations',
  // One file for each command.
  'packages/cli/src/commands',
  // One file for each view.
  'packages/pay/src/views',
]);

/** What the decisions of the engine (engine/batch/decide-*.ts) may import: values of pure modules, and types of rows and of what they decide about. */
const decisionValues = /^@retoma\/flow$|^\.\/decide-[^/]*\.ts$|^\.\.\/\.\.\/links\//;
const decisionTypes = /^@retoma\/flow$|^\.\/[^/]*\.ts$|^\.\.\/\.\.\/(db\/queries|delivery|links|automations)\//;

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

const serverBase = path.join('packages', 'server', 'src');
const known = new Set(files);
const relativeImports = imports
  .filter(({ to }) => to.startsWith('.'))
  .map(({ file, to }) => ({ file, target: path.join(path.dirname(file), to) }))
  .filter(({ target }) => known.has(target));

/** Groups of files that import each other, directly or not (Tarjan's strongly connected components). */
function circlesOf(all: readonly string[], edges: readonly { file: string; target: string }[]): string[][] {
  const targets = Map.groupBy(edges, ({ file }) => file);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    for (const { target } of targets.get(file) ?? []) {
      if (!index.has(target)) {
        visit(target);
        low.set(file, Math.min(low.get(file)!, low.get(target)!));
      } else if (stack.includes(target)) low.set(file, Math.min(low.get(file)!, index.get(target)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of all) if (!index.has(file)) visit(file);
  return circles;
}

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

  test('every file of the server is in a room or is one of the three that open a process', () => {
    const wrong = files.filter((file) => {
      const [folder, inFolder] = path.relative(serverBase, file).split(path.sep);
      if (folder === '..' || isTest(file)) return false;
      return inFolder === undefined ? !composition.has(folder!) : !Object.hasOwn(serverArrows, folder!);
    });
    expect(wrong).toEqual([]);
  });

  test('rooms of the server import only along the arrows', () => {
    const wrong = relativeImports.flatMap(({ file, target }) => {
      if (!file.startsWith(serverBase + path.sep) || isTest(file) || isTest(target)) return [];
      const [from, inFrom] = path.relative(serverBase, file).split(path.sep);
      const [to, inTo] = path.relative(serverBase, target).split(path.sep);
      if (from === to) return [];
      const isAllowed =
        inFrom === undefined
          ? inTo === undefined || (to !== 'http' && to !== 'commands')
          : inTo === undefined
            ? from === 'commands' || (from === 'http' && to === 'context.ts')
            : serverArrows[from!]!.includes('*') || serverArrows[from!]!.includes(to!);
      const arrow = `${path.relative(serverBase, file)} → ${path.relative(serverBase, target)}`;
      return isAllowed ? [] : [arrow];
    });
    expect(wrong).toEqual([]);
  });

  test('the table has no circle: every room imports only rooms below it', () => {
    const order = Object.keys(serverArrows);
    const wrong = order.flatMap((folder, floor) =>
      serverArrows[folder]!.filter((to) => to !== '*' && order.indexOf(to) <= floor).map((to) => `${folder} → ${to}`),
    );
    // Types of the configuration, of providers and of statements are what it observes; none of the three imports it.
    expect(wrong).toEqual([]);
  });

  test('no circle of files, type imports included', () => {
    expect(circlesOf(files, relativeImports)).toEqual([]);
  });

  test('no folder holds more than 20 source files', () => {
    const counts = new Map<string, number>();
    for (const file of files.filter((one) => !isTest(one)))
      counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
    const wrong = [...counts].filter(([folder, count]) => count > 20 && !largeFolders.has(folder));
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

  test('decisions of the engine are pure: values and types, and nothing that could do I/O', () => {
    const wrong = files
      .filter((file) => /^packages\/server\/src\/engine\/batch\/decide-[^/]*\.ts$/.test(file) && !isTest(file))
      .flatMap((file) => {
        const text = readFileSync(path.join(root, file), 'utf8');
        return [...text.matchAll(/^import (type )?[^;]*?from '([^']+)';/gm)]
          .filter(([, isType, from]) => !(isType ? decisionTypes : decisionValues).test(from!))
          .map(([, , from]) => `${file} → ${from}`);
      });
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
