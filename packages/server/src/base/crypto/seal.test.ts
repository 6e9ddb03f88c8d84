import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';
import { deriveKey } from './derive-keys.ts';

const key = deriveKey('a secret for tests of thirty-two characters', 'credentials');
const value = { accessToken: 'APP_USR-1', webhookSecret: 'ção' };

test('a sealed value opens under the same key and context', () => {
  expect(unseal(key, 'row 1', seal(key, 'row 1', value))).toEqual(value);
});

test('it opens under no other key, in no other row, and not with a changed or missing byte', () => {
  const sealed = seal(key, 'row 1', value);
  expect(unseal(key, 'row 2', sealed)).toBeUndefined();
  expect(unseal(deriveKey('another secret of thirty-two characters', 'credentials'), 'row 1', sealed)).toBeUndefined();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(unseal(key, 'row 1', changed)).toBeUndefined();
    expect(unseal(key, 'row 1', sealed.subarray(0, at))).toBeUndefined();
  }
});

test('a sealed value is unreadable, and sealing it twice gives different results', () => {
  const [one, other] = [seal(key, 'row 1', value), seal(key, 'row 1', value)];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('APP_USR')).toBe(false);
});
