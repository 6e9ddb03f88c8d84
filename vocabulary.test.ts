// The words of the code are the field's (vocabulary.ts). The counts may only fall: a commit that renames lowers them, and at 0 the line goes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitSource } from './scripts/split-source.ts';
import { bannedEverywhere, bannedInNames, glossary } from './vocabulary.ts';
import { glossaryPage } from './scripts/write-glossary.ts';
import counts from './vocabulary-counts.json' with { type: 'json' };

const root = import.meta.dirname;

/** Word → where it may stand, and why. */
const exceptions: Readonly<Record<string, RegExp>> = {
  // The payment page's view of what it cannot show is the field's "notice".
  notice: /^packages\/pay\/src\/|applied-notice|http\/pay\/(send-page|show-checkout)/,
  // BCB's name of a PIX charge's address, and the state of a payment that a bank took back.
  charge: /pix|charged_back/,
  // `retoma doctor --mend` and what it answers are published.
  mend: /doctor|engine\/invariants|docs\/|CHANGELOG|spec\/cli/,
  mended: /doctor|engine\/invariants|docs\/|spec\/cli/,
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

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !exemptFiles.test(file));

describe('vocabulary', () => {
  test('banned words become fewer, never more', () => {
    const found: Record<string, number> = {};
    for (const file of files)
      for (const word of bannedIn(file)) if (!exceptions[word]?.test(file)) found[word] = (found[word] ?? 0) + 1;
    const sorted = Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));
    expect(sorted).toEqual(counts);
  });

  test('docs/glossary.md shows the table', () => {
    expect(readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')).toBe(glossaryPage());
  });

  test('a term has one line', () => {
    const terms = Object.values(glossary).flatMap(Object.keys);
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  });
});

test('source is split into names, comments and titles of tests', () => {
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
