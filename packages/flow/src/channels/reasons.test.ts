import { describe, expect, test } from 'vitest';
import { describeReason, messageReasons } from './reasons.ts';

describe('reasons of messages', () => {
  test.each(Object.entries(messageReasons))('[RUN5] %s has one sentence in each language', (code, texts) => {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    for (const text of Object.values(texts)) expect(text).toMatch(/^\p{Lu}.*[^.]\.$/u);
    expect(texts['pt-BR']).not.toBe(texts.en);
  });

  test('[RUN5] the provider’s code follows the text; an undeclared code has no text', () => {
    expect(describeReason('PROVIDER_REFUSED:131099', 'en')).toBe('The provider refused the message (131099).');
    expect(describeReason('TOO_LATE', 'pt-BR')).toBe('Passou do atraso que a loja aceita.');
    expect(describeReason('toString', 'en')).toBeUndefined();
    expect(describeReason('', 'en')).toBeUndefined();
  });
});
