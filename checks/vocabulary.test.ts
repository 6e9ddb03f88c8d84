// Checks that the code uses the terms of vocabulary.ts.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../packages/cli/src/commands/index.ts';
import { helpOf } from '../packages/cli/src/help.ts';
import { openApiDocument } from '../packages/server/src/app/http/document/openapi.ts';
import { splitSource } from '../scripts/split-source.ts';
import { glossary, replacedWords } from './vocabulary.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The history, and the list itself. */
const exemptFiles = /^(CHANGELOG\.md|checks\/vocabulary)/;

/** The replaced words with their inflections. */
const replaced = new Map(
  Object.entries(replacedWords).flatMap(([word, term]) =>
    [word, `${word}s`, `${word}es`, `${word}d`, `${word}ed`, word.replace(/y$/, 'ies')].map((form) => [form, term]),
  ),
);

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

/** The replaced words of some texts, each with the term to use. */
const findReplaced = (texts: readonly string[]): string[] =>
  texts
    .flatMap(wordsOf)
    .filter((word) => replaced.has(word))
    .map((word) => `${word}: say ${replaced.get(word)!}`);

function findReplacedIn(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const name = path.basename(file, path.extname(file));
  if (file.endsWith('.md')) return findReplaced([name, text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '')]);
  const { identifiers, comments, testTitles } = splitSource(text);
  return findReplaced([name, ...identifiers, ...comments, ...testTitles]);
}

/** Names that several files of a package share because they mean the same in each. */
const sharedNames = new Set([
  // bench: each benchmark has a `run`, which measures and compares; workers of each kind are started and stopped.
  'run',
  'measure',
  'compare',
  'startWorker',
  'stopWorker',
  // server: the one handler of a file that adds one route; an element of a file's own cache.
  'handle',
  'CacheEntry',
]);

/** Folders of kinds, which use the same names on purpose: each counts as one file. */
const kindFolder =
  /^packages\/server\/src\/(providers\/(channels\/(email|sms|whatsapp)|payments|freight)|shop\/connectors(?!\/(?:queries|panel|public|connecting|reading|reports|testing|proofs)\/))\/[\w-]+\//;

const isSource = /^(packages|bench|scripts)\/.*\.tsx?$/;
const isTest = /\.(test|spec|d)\.tsx?$/;
const declaration =
  /^(?:export )?(?:async )?(?:function\*?|class|type|interface) (?<named>\w+)|^(?:export )?const (?<arrow>\w+)(?:: [^=\n]+)? =\s+(?:async )?(?:<[^\n]*>)?(?:\(|\w+ =>)/gm;

/** Functions and types at the top level that at least three files of one package declare, except those that are shared on purpose. */
function homonyms(): string[] {
  const declaredIn = new Map<string, Set<string>>();
  for (const file of files) {
    if (!isSource.test(file) || isTest.test(file)) continue;
    const owner = file.split('/')[file.startsWith('packages/') ? 1 : 0];
    const place = kindFolder.test(file) ? 'kinds' : file;
    for (const { groups = {} } of readFileSync(path.join(root, file), 'utf8').matchAll(declaration)) {
      const key = `${owner}: ${groups['named'] ?? groups['arrow']}`;
      declaredIn.set(key, (declaredIn.get(key) ?? new Set()).add(place));
    }
  }
  return [...declaredIn]
    .filter(([key, places]) => places.size >= 3 && !sharedNames.has(key.split(' ')[1]!))
    .map(([key, places]) => `${key} in ${[...places].join(', ')}`);
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !exemptFiles.test(file));

describe('vocabulary', () => {
  test('no name, comment, test title or document contains a replaced word', () => {
    expect(files.flatMap((file) => findReplacedIn(file).map((found) => `${file}: ${found}`))).toEqual([]);
  });

  test('no text of the command line or of the public API contains a replaced word', () => {
    const helps = Object.values(commands).map(helpOf);
    expect(findReplaced([...helps, JSON.stringify(openApiDocument('https://api.example'))])).toEqual([]);
  });

  test('no function or type shares its name with two others of its package that mean something else', () => {
    expect(homonyms()).toEqual([]);
  });

  test('each term has one line', () => {
    const terms = Object.values(glossary).flatMap(Object.keys);
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  });
});

test('source is split into identifiers, comments and test titles', () => {
  const source = [
    "import { one } from './one.ts'; // a comment",
    'const two = `text ${one /* inner */} more`;',
    "const three = /'[a-z]/.test(two); /** A doc. */",
    "test.each([1])('a title of %s', () => three);",
  ].join('\n');
  expect(splitSource(source)).toEqual({
    identifiers: [
      'import',
      'one',
      'from',
      'const',
      'two',
      'one',
      'const',
      'three',
      'test',
      'two',
      'test',
      'each',
      'three',
    ],
    comments: ['// a comment', '/* inner */', '/** A doc. */'],
    testTitles: ['a title of %s'],
  });
});
