import { describe, expect, test } from 'vitest';
import { base32, totpCode, totpMatch, totpStep, totpUri } from './totp.ts';

/** From RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890');

describe('totp', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('[AUT4] the code of RFC 6238 at second %i', (second, code) => {
    expect(totpCode(secret, totpStep(second * 1000), 8)).toBe(code);
  });

  test('[AUT4] the codes of the previous, current and next step are accepted, and no others', () => {
    const now = 1_234_567_890_000;
    const step = totpStep(now);
    const matches = [-2, -1, 0, 1, 2].map((off) => totpMatch(secret, totpCode(secret, step + off), now));
    expect(matches).toEqual([undefined, step - 1, step, step + 1, undefined]);
    for (const code of ['', '12345', '1234567', 'abcdef', '００５９２４']) {
      expect(totpMatch(secret, code, now)).toBeUndefined();
    }
  });

  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('base 32 of %j as in RFC 4648', (text, written) => expect(base32(Buffer.from(text))).toBe(written));

  test('the URI contains account and secret for apps', () => {
    expect(totpUri(secret, 'ana@loja.example')).toBe(
      'otpauth://totp/Retoma:ana%40loja.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Retoma',
    );
  });
});
