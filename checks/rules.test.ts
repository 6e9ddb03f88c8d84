// Rules and tests refer to each other (spec/README.md): every id in a test is declared in spec/, every built rule has a test, and the
// tables of spec/ equal those in the source.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCodes, issueCodes, warningCodes } from '@retoma/commerce';
import { codes, metatags, refusalReasons, templateCodes } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { automationCodes } from '../packages/server/src/automations/definitions/codes.ts';
import { paymentProviderNames } from '../packages/server/src/providers/payments/index.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The rules without code yet, by the milestone that adds them. The first test of a rule removes its entry. */
const notBuilt: Record<string, readonly string[]> = {};

/** Built rules without a test. */
const untested: readonly string[] = [];

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);
const byName = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

const spec = filesBelow('spec')
  .filter((file) => file.endsWith('.md'))
  .map(read)
  .join('\n');
const declared = matches(spec, /^\*\*([A-Z]{3,4}\d+[a-z]?) [^*]+\.\*\*/gm);
const markedNotBuilt = matches(spec, /^\*\*([A-Z]{3,4}\d+[a-z]?) [^*]+\.\*\* \(not built yet\)/gm);
const later = Object.values(notBuilt).flat();

/** The ids at the start of a file's test titles: `[CHK4][CHK11] installed …`. Skipped tests cover no rule. */
function idsIn(file: string): string[] {
  const live = read(file).replace(/^\s*(\/\/|\/?\*).*$|^.*\.(skip|todo)\(.*$/gm, '');
  return matches(live, /['"`]((?:\[[A-Z]{3,4}\d+[a-z]?\] ?)+)/g).flatMap((ids) =>
    matches(ids, /\[([A-Z]{3,4}\d+[a-z]?)\]/g),
  );
}

const uses = ['packages', 'bench', 'budgets', 'scripts', 'examples']
  .flatMap(filesBelow)
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !/node_modules|dist\//.test(file))
  .flatMap((file) => idsIn(file).map((id) => ({ id, file })));
/** The samples of flat rule 7 are the tests of FLAT7. */
const sampled = matches(readdirSync(path.join(root, 'packages/flow/samples')).join('\n'), /^flat-rule-(\d+)-/gm);
const tested = new Set([...uses.map(({ id }) => id), ...sampled.map((rule) => `FLAT${rule}`)]);

/** `[INV1]` in `gathered-insert.test.ts` is the invariant `// INV1.` at the top of `batch-insert.ts`. */
function isInvariantOf(id: string, file: string): boolean {
  const source = file.replace(/\.test\.ts$/, '.ts');
  return id.startsWith('INV') && filesBelow(path.dirname(file)).includes(source) && read(source).includes(`// ${id}.`);
}

describe('rules and tests', () => {
  test('every rule is declared once', () => {
    expect(declared.length).toBeGreaterThan(60);
    expect(declared.filter((id, index) => declared.indexOf(id) !== index)).toEqual([]);
  });

  test('a test uses only declared rules', () => {
    expect(uses.filter(({ id, file }) => !declared.includes(id) && !isInvariantOf(id, file))).toEqual([]);
  });

  test('every built rule has a test', () => {
    expect(declared.filter((id) => !tested.has(id) && !later.includes(id) && !untested.includes(id))).toEqual([]);
  });

  test('no rule of the two lists above has a test, since such an entry is stale', () => {
    expect([...later, ...untested].filter((id) => tested.has(id))).toEqual([]);
  });

  test('exactly the rules that are not built are marked so in spec/', () => {
    expect([...later].sort(byName)).toEqual(markedNotBuilt.sort(byName));
  });
});

/** The rows of the table under a heading, without their backticks. */
function tableUnder(document: string, heading: string): string[][] {
  const [, section = ''] = read(`spec/${document}`).split(`\n## ${heading}\n`);
  const rows = section.split('\n## ')[0]!.matchAll(/^\| (.+) \|$/gm);
  const cells = [...rows].map(([, row]) => row!.split(' | ').map((cell) => cell.trim().replaceAll('`', '')));
  return cells.filter(([first]) => first !== 'code' && first !== 'status' && !/^-+$/.test(first!));
}

const severities = (entries: Record<string, { severity: string }>): string[][] =>
  Object.entries(entries).map(([code, { severity }]) => [code, severity]);

describe('the lists of spec/ equal those in the source', () => {
  test.each([
    ['checkout.md', 'Error codes', errorCodes],
    ['definition.md', 'Refusals', automationCodes],
  ])('%s: %s, with their status', (document, heading, entries) => {
    const documented = tableUnder(document, heading).map(([status, code]) => `${code} ${status}`);
    expect(documented.sort()).toEqual(
      Object.entries(entries)
        .map(([code, { status }]) => `${code} ${status}`)
        .sort(),
    );
  });

  test('issue codes', () => {
    expect(tableUnder('checkout.md', 'Issue codes').map(([code]) => code)).toEqual(Object.keys(issueCodes));
  });

  test('structure codes, with their severity', () => {
    expect(tableUnder('definition.md', 'Structure codes').map((row) => row.slice(0, 2))).toEqual(severities(codes));
  });

  test('template codes, with their severity', () => {
    expect(tableUnder('metatags.md', 'Codes').map((row) => row.slice(0, 2))).toEqual(severities(templateCodes));
  });

  test('warning codes of a checkout, and reasons not to convert', () => {
    for (const code of Object.keys(warningCodes)) expect(read('spec/checkout.md')).toContain(code);
    for (const reason of Object.keys(refusalReasons)) expect(read('spec/copilot.md')).toContain(reason);
  });

  test('metatags', () => {
    const [, catalogue = ''] = read('spec/metatags.md').split('\nActive, with the type');
    const listed = new Set(matches(catalogue, /`((?:[a-z]+\.[\w.]+)|current_year)`/g));
    expect([...listed].sort()).toEqual(metatags.map(({ name }): string => name).sort());
  });

  test('commands, with their usage', () => {
    const sources = filesBelow('packages/cli/src/commands').filter((file) => /(?<!\.test)\.ts$/.test(file));
    const written = sources.flatMap((file) => matches(read(file), /^\s+usage:\s*['"`](.+)['"`],$/gm));
    const usages = written.map((usage) => usage.replace('${providers}', paymentProviderNames.join('|')));
    const rows = read('spec/cli.md')
      .replaceAll('\\|', '|')
      .matchAll(/^\| `retoma ([^`]+)`( \(not built yet\))?/gm);
    const documented = [...rows].flatMap(([, usage, mark]) => (mark ? [] : [usage!]));
    expect(documented.sort()).toEqual(usages.sort());
  });
});
