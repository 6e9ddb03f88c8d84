// Checks the imports against the tables of architecture.ts, and that the pure packages avoid forbidden globals.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { flowArrows, packageArrows, serverArrows } from './architecture.ts';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Files at the root of the server: what the subjects share by type, and what is composed of all of them. Subjects import types of the first
 * two; `http` reads the texts of all codes.
 */
const rootFiles: ReadonlySet<string> = new Set(['context.ts', 'panel-contract.ts', 'codes.ts']);

/** Folders that may hold more than 20 source files, without tests, and why. */
const largeFolders: ReadonlySet<string> = new Set([
  // One file for each operation.
  'packages/flow/src/edit/operations',
  // One file for each command.
  'packages/cli/src/commands',
  // One file for each view.
  'packages/pay/src/views',
]);

/** What the decisions of the engine (automations/engine/batch/decide-*.ts) may import: values of pure modules, and types of rows and of what they decide about. */
const decisionValues = /^@retoma\/flow$|^\.\/decide-[^/]*\.ts$|^\.\.\/\.\.\/\.\.\/base\/links\//;
const decisionTypes =
  /^@retoma\/flow$|^\.\/[^/]*\.ts$|\/queries\/[^/]*\.ts$|\/(delivery|links|definitions|contacts)\/[^/]*\.ts$/;

type Import = { file: string; from: string; to: string; isType: boolean };

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/node_modules|dist/.test(name))
    .map((name) => path.join(folder, name));
}

/** The imports of a file; `isType`: of types only. */
function importsOf(file: string): { to: string; isType: boolean }[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*((?:import|export)\b[^'"`;]*?from)\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
  );
  return [...found].map(([, clause = '', ...targets]) => ({
    to: targets.find((target) => target !== undefined)!,
    isType: /^(?:import|export) type\b|^import \{(?:\s*type \w+(?: as \w+)?,?)+\s*\} from$/.test(clause),
  }));
}

const packages = readdirSync(path.join(root, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$|\/testing\//.test(file);
const files = packages.flatMap((name) => sourceFiles(path.join('packages', name)));
const imports: Import[] = files.flatMap((file) =>
  importsOf(file).map((found) => ({ file, from: file.split(path.sep)[1]!, ...found })),
);

const serverBase = path.join('packages', 'server', 'src');
const flowBase = path.join('packages', 'flow', 'src');
const known = new Set(files);
const relativeImports = imports
  .filter(({ to }) => to.startsWith('.'))
  .map(({ file, to, isType }) => ({ file, target: path.join(path.dirname(file), to), isType }))
  .filter(({ target }) => known.has(target));

/** Imports from one folder of the server to another; `isType`: of types only. */
const serverImports = relativeImports.flatMap(({ file, target, isType }) => {
  if (!file.startsWith(serverBase + path.sep) || isTest(file) || isTest(target)) return [];
  const [from, inFrom] = path.relative(serverBase, file).split(path.sep);
  const [to, inTo] = path.relative(serverBase, target).split(path.sep);
  return from === to || inFrom === undefined || inTo === undefined ? [] : [{ file, from: from!, to: to!, isType }];
});

/** The row of the table to which a file of flow belongs: its folder, or that of the executors of steps. */
const flowRowOf = (file: string): string => {
  const name = path.relative(flowBase, file);
  return /^steps\/[^/]+\/advance\.ts$/.test(name) ? 'steps/*/advance.ts' : name.split(path.sep)[0]!;
};

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
  test('every package is in the table', () => {
    expect(packages.filter((name) => !(name in packageArrows))).toEqual([]);
  });

  test('packages import only what the table allows', () => {
    const wrong = imports.filter(({ file, from, to }) => {
      // The contract consists of types only, so no code of the server is imported.
      if (from === 'panel' && to === '@retoma/server/panel-contract') return false;
      const target = /^@retoma\/([^/]+)/.exec(to)?.[1];
      return target && target !== from && !isTest(file) && !packageArrows[from]!.includes(target);
    });
    expect(wrong).toEqual([]);
  });

  test('the panel imports only types from the server', () => {
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

  test('every file of the server is in a folder of the table, or is one of the three at the root', () => {
    const wrong = files.filter((file) => {
      const [folder, inFolder] = path.relative(serverBase, file).split(path.sep);
      if (folder === '..' || isTest(file)) return false;
      return inFolder === undefined ? !rootFiles.has(folder!) : !Object.hasOwn(serverArrows, folder!);
    });
    expect(wrong).toEqual([]);
  });

  test('folders of the server import only what the table allows, and all of it', () => {
    const wrong = serverImports.filter(({ from, to }) => !serverArrows[from]!.includes(to));
    expect(wrong).toEqual([]);
    const used = new Set(serverImports.map(({ from, to }) => `${from} → ${to}`));
    const listed = Object.entries(serverArrows).flatMap(([from, to]) => to.map((folder) => `${from} → ${folder}`));
    expect(listed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  test('at most 620 imports of values cross the folders of the server, those of the base aside', () => {
    expect(serverImports.filter(({ to, isType }) => to !== 'base' && !isType).length).toBeLessThanOrEqual(620);
  });

  test('the folders of the server import only types of the context and of the contract', () => {
    const wrong = files.flatMap((file) => {
      const [folder, inFolder] = path.relative(serverBase, file).split(path.sep);
      if (folder === '..' || folder === 'app' || inFolder === undefined || isTest(file)) return [];
      const text = readFileSync(path.join(root, file), 'utf8');
      return /^import (?!type\b)[^;]*\/(?:context|panel-contract)\.ts';/m.test(text) ? [file] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('every file of flow is in a folder of the table, or is the entry point', () => {
    const wrong = files
      .filter((file) => file.startsWith(flowBase + path.sep) && !isTest(file))
      .filter((file) => !Object.hasOwn(flowArrows, flowRowOf(file)) && file !== path.join(flowBase, 'index.ts'));
    expect(wrong).toEqual([]);
  });

  test('folders of flow import only what the table allows, and all of it', () => {
    const arrows = relativeImports
      .filter(({ file, target }) => Object.hasOwn(flowArrows, flowRowOf(file)) && !isTest(file) && !isTest(target))
      .filter(({ file, target }) => target.startsWith(flowBase) && flowRowOf(file) !== flowRowOf(target));
    const wrong = arrows.filter(({ file, target }) => !flowArrows[flowRowOf(file)]!.includes(flowRowOf(target)));
    expect(wrong).toEqual([]);
    const used = new Set(arrows.map(({ file, target }) => `${flowRowOf(file)} → ${flowRowOf(target)}`));
    const listed = Object.entries(flowArrows).flatMap(([from, to]) => to.map((folder) => `${from} → ${folder}`));
    expect(listed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  test.each([
    ['server', serverArrows],
    ['flow', flowArrows],
  ])('the table of the %s has no cycle: every folder imports only folders below it', (_name, arrows) => {
    const order = Object.keys(arrows);
    const wrong = order.flatMap((folder, floor) =>
      arrows[folder]!.filter((to) => order.indexOf(to) <= floor).map((to) => `${folder} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test('files have no import cycle, type imports included, those of benchmarks and scripts neither', () => {
    const all = [...files, ...['bench', 'budgets', 'checks', 'scripts'].flatMap(sourceFiles)];
    const present = new Set(all);
    const edges = all.flatMap((file) =>
      importsOf(file)
        .map(({ to }) => ({ file, target: path.join(path.dirname(file), to) }))
        .filter(({ target }) => present.has(target)),
    );
    expect(edges.length).toBeGreaterThan(relativeImports.length);
    expect(circlesOf(all, edges)).toEqual([]);
  });

  test('no folder holds more than 20 source files', () => {
    const counts = new Map<string, number>();
    for (const file of files.filter((one) => !isTest(one)))
      counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
    const wrong = [...counts].filter(([folder, count]) => count > 20 && !largeFolders.has(folder));
    expect(wrong).toEqual([]);
  });

  test('flow and commerce contain only pure code: no clock, no randomness, no I/O, no eval', () => {
    const banned =
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bsetTimeout\(|\bsetInterval\(|\bfetch\(|\bprocess\.|\beval\(|\bnew Function\(|from 'node:|\bconsole\./;
    const wrong = files
      .filter((file) => /^packages\/(flow|commerce)\/src/.test(file) && !isTest(file))
      .filter((file) => banned.test(readFileSync(path.join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  test('decisions of the engine are pure: values and types, and nothing that could do I/O', () => {
    const wrong = files
      .filter(
        (file) => /^packages\/server\/src\/automations\/engine\/batch\/decide-[^/]*\.ts$/.test(file) && !isTest(file),
      )
      .flatMap((file) => {
        const text = readFileSync(path.join(root, file), 'utf8');
        return [...text.matchAll(/^import (type )?[^;]*?from '([^']+)';/gm)]
          .filter(([, isType, from]) => !(isType ? decisionTypes : decisionValues).test(from!))
          .map(([, , from]) => `${file} → ${from}`);
      });
    expect(wrong).toEqual([]);
  });

  test('the server reads the time only through clock.ts, so that tests can set it', () => {
    const wrong = files
      .filter((file) => file.startsWith('packages/server/src') && !isTest(file) && !file.endsWith('/clock.ts'))
      .filter((file) => /\bDate\.now\(|\bnew Date\(\)/.test(readFileSync(path.join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  test('no file has a name without meaning', () => {
    expect(files.filter((file) => /(^|[/-])(utils?|helpers?|common|misc|manager)[.\-/]/.test(file))).toEqual([]);
  });
});
