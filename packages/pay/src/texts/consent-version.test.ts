import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { consentVersion } from './consent-version.ts';
import { texts } from './texts.ts';

/** The words of each version. A changed text is a new version, with a new line here; old lines stay. */
const digests: Readonly<Record<string, string>> = {
  '1 pt-BR': '2c6c141f8d330d11',
  '1 en': 'ea083c7ad3edc3b1',
};

test.each(['pt-BR', 'en'] as const)('[COM36] the version of the consents in %s is that of their words', (locale) => {
  const { marketing, advertising } = texts[locale].consents;
  const text = `${marketing('LOJA')}\n${advertising('LOJA')}`;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  expect(digests[consentVersion(locale)]).toBe(digest);
});
