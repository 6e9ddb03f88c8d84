// Checks the parts of the documents that a program can check: links, paths, npm scripts, JSON, tables, runnable examples.
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { formatTimeline, importFlow, readScenario, simulate } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { flowArrows, packageArrows, serverArrows } from './architecture.ts';
import { startTestService } from './packages/server/src/testing/test-service.ts';

const root = import.meta.dirname;
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

describe.each(globSync('packages/**/README.md', { cwd: root, exclude: ['**/node_modules/**'] }))('%s', (file) => {
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

test('the files on the path of a request exist', () => {
  const [, section = ''] = /## The path of one checkout request([^]*?)\n## /.exec(read('ARCHITECTURE.md')) ?? [];
  const files = matches(section, /`((?:app|http|base|members|stores|shop)\/[\w./-]+\.ts)`/g);
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => !exists(`packages/server/src/${file}`))).toEqual([]);
});

test('the tree of ARCHITECTURE.md names every package, and only existing files', () => {
  const [tree = ''] = blocks(read('ARCHITECTURE.md'), 'text');
  const named = matches(tree, /^(\S+) /gm);
  expect(named.filter((name) => !exists(name))).toEqual([]);
  const packages = globSync('packages/*/', { cwd: root }).map((name) => `${name.replace(/\/$/, '')}/`);
  expect(packages.filter((name) => !named.includes(name))).toEqual([]);
  const folders = globSync('packages/flow/src/*/', { cwd: root }).map((name) => `${name.replace(/\/$/, '')}/`);
  expect(folders.filter((name) => !named.includes(name))).toEqual([]);
});

describe('the tables of ARCHITECTURE.md equal those of architecture.ts', () => {
  const [, packageTable = '', serverTable = '', flowTable = ''] =
    read('ARCHITECTURE.md').split(/^\| (?:package|folder) +\|.*$/gm);
  const listed = (arrows: Record<string, readonly string[]>): Record<string, string> =>
    Object.fromEntries(Object.entries(arrows).map(([from, to]) => [from, to.join(', ')]));
  const rowsOf = (table: string): Record<string, string> => {
    const rows = [...table.split('\n\n')[0]!.matchAll(/^\| `([\w/*.-]+)` +\| (.+?) +\|$/gm)];
    return Object.fromEntries(
      rows.map(([, from, to]) => [
        from!,
        to!
          .replace(/^nothing.*/, '')
          .replace('everything', '*')
          .replaceAll('`', ''),
      ]),
    );
  };

  test('packages', () => expect(rowsOf(packageTable)).toEqual(listed(packageArrows)));

  test('folders of the server', () => expect(rowsOf(serverTable)).toEqual(listed(serverArrows)));

  test('folders of flow', () => expect(rowsOf(flowTable)).toEqual(listed(flowArrows)));
});

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
