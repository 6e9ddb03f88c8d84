import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { architecturePicturePattern } from './architecture-picture.ts';
import { metatagListPattern } from './metatag-list.ts';
import { root } from './run-step.ts';
import { settingsTablePattern } from '../packages/server/src/base/config/settings-table.ts';
import { writtenDocuments } from './write-docs.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test.each(Object.keys(writtenDocuments))('%s is what the code says (npm run write-docs)', (file) => {
  expect(read(file)).toBe(writtenDocuments[file]!(read(file)));
});

test('the written parts of documents are found', () => {
  expect(architecturePicturePattern.exec(read('ARCHITECTURE.md'))?.[0]).toContain('cli --> server');
  expect(metatagListPattern.exec(read('spec/metatags.md'))?.[0]).toContain('money `order.total`');
  expect(settingsTablePattern.exec(read('docs/configuration.md'))?.[0]).toContain('`DATABASE_URL`');
});
