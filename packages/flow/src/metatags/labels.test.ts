import { expect, test } from 'vitest';
import { metatagCategories, metatags } from './catalogue/index.ts';
import { metatagGroup, metatagLabel } from './labels.ts';

test('every metatag and every group has a unique label in both languages', () => {
  for (const locale of ['pt-BR', 'en'] as const) {
    const labels = metatags.map(({ name }) => metatagLabel(name, locale));
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
    // A label is not a sentence; the catalogue's descriptions are.
    expect(labels.filter((label) => label.length > 40)).toEqual([]);
    expect(labels.filter((label) => label === '' || /^[a-z]+\./.test(label))).toEqual([]);
    expect(metatagCategories.filter((category) => metatagGroup(category, locale) === '')).toEqual([]);
  }
});
