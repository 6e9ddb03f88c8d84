import { expect, test } from 'vitest';
import { triggers } from '../members/trigger.ts';
import { isAvailable } from './available.ts';
import { metatagNamed, metatags } from './catalogue/index.ts';
import { metatagSynonyms, usualMetatags } from './usual.ts';

test.each(triggers)('the usual metatags of %s exist, once, and are not identifiers', (trigger) => {
  const names = usualMetatags[trigger];
  expect(names.length).toBeGreaterThan(3);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    const metatag = metatagNamed(name)!;
    expect([name, isAvailable(metatag, trigger), metatag.forPrograms, metatag.aliasOf]).toEqual([
      name,
      true,
      undefined,
      undefined,
    ]);
  }
});

test('synonyms are normalised as a search is: without accents, capitals or signs', () => {
  const terms = metatags.flatMap(({ name }) => metatagSynonyms(name));
  expect(terms.length).toBeGreaterThan(50);
  expect(terms.filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
});

test('identifiers are marked as for programs', () => {
  const ids = metatags.filter(({ example }) => /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(example));
  expect(ids.filter(({ forPrograms }) => !forPrograms)).toEqual([]);
});
