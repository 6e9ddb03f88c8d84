import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const packages = path.resolve(import.meta.dirname, '../packages');

/** The names of the service's settings, from the files that declare them. */
const names = new Set(
  ['base/config/config.ts', 'automations/copilot/models.ts']
    .map((file) => readFileSync(path.join(packages, 'server/src', file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name)),
);

/** The files with texts for members of a store: all of the panel, and the server's codes, reasons, forms and mails. */
const files = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !file.includes('node_modules') && !/\.test\.tsx?$|\/testing\//.test(file))
  .filter((file) =>
    /^panel\/src\/.*\.tsx?$|^(?:server|flow|commerce)\/src\/.*(?:codes|reasons|form|texts|mails|fields)\.ts$/.test(
      file,
    ),
  );

/** Prose in quotes: a literal with a space and no code. */
const proseIn = (text: string): string[] =>
  [...text.matchAll(/'([^'\n]* [^'\n]*)'|`([^`\n]* [^`\n]*)`|"([^"\n]* [^"\n]*)"/g)].map(
    ([, single, template, double]) => single ?? template ?? double ?? '',
  );

test('no text for members of a store names a setting of the service: they cannot change it', () => {
  expect([...names]).toEqual(expect.arrayContaining(['MAIL_URL', 'BASE_URL', 'COPILOT_PROVIDER', 'COPILOT_API_KEY']));
  expect(files.length).toBeGreaterThan(300);
  const named = files.flatMap((file) =>
    proseIn(readFileSync(path.join(packages, file), 'utf8'))
      .filter((prose) => (prose.match(/\b[A-Z0-9]+(?:_[A-Z0-9]+)+\b/g) ?? []).some((word) => names.has(word)))
      .map((prose) => `${file}: ${prose}`),
  );
  expect(named).toEqual([]);
});
