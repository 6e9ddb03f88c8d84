import { expect, test } from 'vitest';
import { pickLocale } from './locale.ts';

test.each([
  [undefined, 'pt-BR'],
  ['', 'pt-BR'],
  ['*', 'pt-BR'],
  ['es-AR, es', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['pt-PT,en;q=0.9', 'pt-BR'],
  ['en-US,en;q=0.9,pt-BR;q=0.8', 'en'],
  ['EN', 'en'],
  ['en;q=0.5, pt;q=0.7', 'pt-BR'],
  ['fr, en;q=0.1', 'en'],
  ['en;q=0, fr', 'pt-BR'],
  ['en;q=x', 'pt-BR'],
  ['english', 'pt-BR'],
  [`${',;'.repeat(100_000)}en`, 'pt-BR'],
])('Accept-Language %j → %s', (header, locale) => {
  expect(pickLocale(header)).toBe(locale);
});
