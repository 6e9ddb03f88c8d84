// Checks the parts of the documents that a program can check: links, paths, npm scripts, JSON, tables, runnable examples.
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { formatTimeline, importFlow, readScenario, simulate } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { packageArrows, serverArrows } from './architecture.ts';
import { startTestService } from '../packages/server/src/testing/test-service.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);
const documents = ['*.md', 'docs/*.md', 'spec/*.md'].flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
const exists = (file: string): boolean => existsSync(path.join(root, file));

/** The code blocks of a language, in order. */
const blocks = (document: string, language: string): string[] =>
  matches(document, new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'));

/** `## Who sets the price` → `who-sets-the-price`. */
const anchorsOf = (document: string): string[] =>
  matches(document, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

describe.each(documents)('%s', (file) => {
  const text = read(file);

  test('links have targets', () => {
    const links = matches(text, /\]\((?!https?:)([^)\s]+)\)/g);
    const dead = links.filter((link) => {
      const [target = '', anchor] = link.split('#');
      const where = target === '' ? file : path.join(path.dirname(file), target);
      return !exists(where) || (anchor !== undefined && !anchorsOf(read(where)).includes(anchor));
    });
    expect(dead).toEqual([]);
  });

  test('paths exist', () => {
    const named = matches(
      text,
      /(?:`|^|\s)((?:packages|bench|docs|examples|scripts|spec|tools|\.ci)\/[\w./-]*\w\/?)(?=[`\s?,;:])/gm,
    );
    expect(named.filter((name) => !exists(name))).toEqual([]);
  });

  test('npm scripts exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...matches(text, /npm run ([a-z-]+)/g), ...matches(text, /npm (start|test)\b/g)];
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('JSON blocks are JSON', () => {
    for (const block of blocks(text, 'json')) expect(() => JSON.parse(block) as unknown, block).not.toThrow();
  });
});

const packageFiles = globSync('packages/*/{src,samples}/**/*.*', { cwd: root });
const baseNames = new Set(packageFiles.map((file) => path.basename(file)));

/** Whether a path of a README is in its folder, its package or the repository. A table's first cell may be of the folders it describes. */
function isNamedRightly(name: string, file: string, isFirstCell: boolean): boolean {
  const folder = path.dirname(file);
  const home = folder.split('/').slice(0, 2).join('/');
  if ([folder, home, `${home}/src`, '.'].some((base) => exists(path.join(base, name)))) return true;
  return isFirstCell ? globSync(`${folder}/*/*/${name}`, { cwd: root }).length > 0 : baseNames.has(name);
}

const packageReadmes = globSync('packages/**/README.md', { cwd: root, exclude: ['**/node_modules/**'] });

describe.each(packageReadmes)('%s', (file) => {
  test('names only existing files', () => {
    // Names of our files are in kebab-case; others are of a provider's documents.
    const ours = /(^\| )?`((?:[\w.-]+\/)*[a-z\d-]+(?:\.test)?\.(?:tsx?|md|sql|json|css)|(?:[\w.-]+\/)+)`/gm;
    const named = [...read(file).matchAll(ours)].map(([, first, name]) => ({
      name: name!,
      isFirstCell: first !== undefined,
    }));
    expect(named.filter(({ name, isFirstCell }) => !isNamedRightly(name, file, isFirstCell))).toEqual([]);
  });
});

test.each(['A cart to its row', 'An event to its sent message', 'A payment notice to the paid order'])(
  'ARCHITECTURE.md, "%s": its files exist',
  (heading) => {
    const [, section = ''] = read('ARCHITECTURE.md').split(`\n## ${heading}\n`);
    const files = matches(section.split('\n## ')[0]!, /`(packages\/[\w./-]+\.ts)`/g);
    expect(files.length).toBeGreaterThanOrEqual(7);
    expect(files.filter((file) => !exists(file))).toEqual([]);
  },
);

const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

test.each([
  ['ARCHITECTURE.md', 12_000, 1_400],
  ['CONTRIBUTING.md', 10_000, 1_300],
  ['STYLE.md', 4_000, 450],
])('%s has at most %i bytes and %i words', (file, bytes, words) => {
  expect(Buffer.byteLength(read(file))).toBeLessThanOrEqual(bytes);
  expect(wordsIn(read(file))).toBeLessThanOrEqual(words);
});

/** The README that npm publishes with the SDK is a guide. */
const guide = 'packages/client';

test.each(packageReadmes.filter((file) => path.dirname(file) !== guide))('%s has at most 40 lines', (file) => {
  expect(read(file).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

test('packages/README.md lists every package', () => {
  expect(matches(read('packages/README.md'), /^- \[(\w+)\]\(\1\/README\.md\): \S/gm).sort()).toEqual(
    Object.keys(packageArrows).sort(),
  );
});

const homes = [
  ...Object.keys(packageArrows).map((name) => `packages/${name}`),
  ...Object.keys(serverArrows).map((name) => `packages/server/src/${name}`),
];

test.each(homes.filter((home) => home !== guide))(
  '%s has a README of at most 150 words, with five files to read first',
  (home) => {
    const text = read(`${home}/README.md`);
    expect(wordsIn(text)).toBeLessThanOrEqual(150);
    const files = matches(text.split('\nRead first:\n')[1] ?? '', /^\d\. `([^`]+)`: \S/gm);
    expect(files.length).toBe(5);
    expect(files.filter((file) => !exists(`${home}/${file}`))).toEqual([]);
  },
);

test('README.md is an overview: at most 160 lines, with its three pictures', () => {
  const readme = read('README.md');
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(160);
  const pictures = matches(readme, /!\[[^\]]+\]\(([^)]+)\)/g);
  expect(pictures).toEqual(['editor', 'pay', 'run'].map((name) => `docs/pictures/${name}.png`));
  expect(pictures.filter((file) => !exists(file))).toEqual([]);
});

test('docs/flow-example.md shows the sample, and the timeline that the simulator prints', () => {
  const example = read('docs/flow-example.md');
  const sample = 'packages/flow/samples/simulate-stop-on';
  const [flowText = '', scenarioText = ''] = blocks(example, 'json');
  expect(JSON.parse(flowText)).toEqual(JSON.parse(read(`${sample}/flow.json`)));
  expect(JSON.parse(scenarioText)).toEqual(JSON.parse(read(`${sample}/scenario.json`)));
  const flow = importFlow(flowText);
  const scenario = readScenario(scenarioText);
  if (!flow.ok || !scenario.ok) throw new Error('docs/flow-example.md shows an invalid flow or scenario');
  expect(blocks(example, 'text')).toContain(formatTimeline(simulate(flow.flow, scenario.scenario), 'en'));
});

test('the example in docs/ that signs a cart in Node creates a signed checkout', async () => {
  const [, section = ''] = read('docs/checkout-integration.md').split('### Signing in Node\n');
  const [example = ''] = blocks(section, 'js');
  const service = await startTestService();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', example], {
      env: {
        RETOMA_URL: service.baseUrl,
        RETOMA_API_KEY: service.checkoutKey,
        RETOMA_SECRET_KEY: service.secretKey,
      },
    });
    const checkoutId = /\/pay\/([0-9a-f-]{36})\n$/.exec(stdout)?.[1];
    const answer = await fetch(`${service.baseUrl}/stores/external/checkout/${checkoutId}`, {
      headers: { 'x-api-key': service.secretKey },
    });
    expect(await answer.json()).toMatchObject({ signed: true, state: 'open' });
  } finally {
    await service.stop();
  }
});
