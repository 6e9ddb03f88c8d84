import { expect, test } from 'vitest';
import { triggers } from '../definition/trigger.ts';
import { isAvailable } from './available.ts';
import { metatagNamed, metatags } from './catalogue/index.ts';
import { metatagSynonyms, usualMetatags } from './usual.ts';

test.each(triggers)('what is usual for %s is there, once, and for people', (trigger) => {
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

test('synonyms are written as they are searched: without accents, capitals or signs', () => {
  const terms = metatags.flatMap(({ name }) => metatagSynonyms(name));
  expect(terms.length).toBeGreaterThan(50);
  expect(terms.filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
});

test('identifiers are for programs', () => {
  const ids = metatags.filter(({ example }) => /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(example));
  expect(ids.filter(({ forPrograms }) => !forPrograms)).toEqual([]);
});
