// Checks that the code uses the terms of vocabulary.ts.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitSource } from './scripts/split-source.ts';
import { bannedEverywhere, bannedInNames, glossary } from './vocabulary.ts';

const root = import.meta.dirname;

/** `retoma doctor` publishes `--mend`, and `mended`, `standing` and the kinds of findings in its JSON. */
const doctor = /doctor|engine\/invariants|prove\/chaos\/accounts|docs\/|spec\/cli/;

/** Word → where it is allowed, and why. */
const exceptions: Readonly<Record<string, RegExp>> = {
  // The payment page's view of a state without a purchase, and the panel's banner of an applied proposal, are notices in the field's sense.
  // `noticeSecret` is a published member of channel credentials.
  notice:
    /^packages\/pay\/src\/|applied-notice|http\/pay\/|budgets\/public-pages|channels|integrations|build-delivery|http\/(panel|proofs)\//,
  // BCB's name of a PIX charge's address, and the state of a payment that a bank took back.
  charge: /pix|charged_back|payments|orders/,
  mend: doctor,
  mends: doctor,
  mended: doctor,
  standing: /doctor|engine\/invariants|prove\/chaos\/accounts|docs\/|spec\/cli|shard-commands/,
  stray: doctor,
  tally: doctor,
  shown: doctor,
  // Published codes, and published members of CLI options and JSON.
  elsewhere: /cli\/src\/commands\/order|orders\/codes|flow\/src\/edit\/operation-codes/,
  given: /flow\/src\/edit\/operation-codes/,
  gone: /auth\/codes/,
  nobody:
    /cli\/src\/commands\/person|engine\/codes|stores\/settings-codes|db\/embedded|debian-postgres|docs\/configuration/,
  story: /template/,
  taken:
    /auth\/codes|stores\/settings-codes|pricing\/pricing-codes|cli\/src\/commands\/set-store|http\/public\/openapi/,
  trouble: /^packages\/cli\//,
  // Playwright's method.
  press: /^packages\/e2e\//,
  // A key of one library's dictionary, and a function of another.
  words: /password-rules|email\/read-mail/,
};

/** Documents that quote findings and history. */
const exemptFiles =
  /^(docs\/threat-model\.md|CHANGELOG\.md|vocabulary|docs\/glossary\.md|packages\/server\/src\/db\/migrations\/)/;

const everywhere = new Set(bannedEverywhere);
const inNames = new Set([...bannedEverywhere, ...bannedInNames]);

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

function bannedIn(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const fromName = wordsOf(path.basename(file, path.extname(file))).filter((word) => inNames.has(word));
  if (file.endsWith('.md')) {
    const prose = text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
    return [...fromName, ...wordsOf(prose).filter((word) => everywhere.has(word))];
  }
  const { identifiers, comments, testTitles } = splitSource(text);
  return [
    ...fromName,
    ...identifiers.flatMap(wordsOf).filter((word) => inNames.has(word)),
    ...[...comments, ...testTitles].flatMap(wordsOf).filter((word) => everywhere.has(word)),
  ];
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
const kindFolder = /^packages\/server\/src\/(channels\/(email|sms|whatsapp)|payments|freight)\/[\w-]+\//;

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
  test('no name, comment, test title or document contains a banned word', () => {
    const found = files.flatMap((file) =>
      bannedIn(file)
        .filter((word) => !exceptions[word]?.test(file))
        .map((word) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
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
