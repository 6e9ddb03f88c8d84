import { expect, test } from 'vitest';
import { isTwilios } from './signature.ts';

// The vector of Twilio's documentation.
const token = '12345';
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const form = [
  ['CallSid', 'CA1234567890ABCDE'],
  ['Caller', '+12349013030'],
  ['Digits', '1234'],
  ['From', '+12349013030'],
  ['To', '+18005551212'],
] as const;
const signature = '0/KCTR6DLpKmkAf8muzZqo1nDgQ=';

test('the published vector verifies, in any order of members', () => {
  expect(isTwilios(token, signature, url, form)).toBe(true);
  expect(isTwilios(token, signature, url, form.toReversed())).toBe(true);
});

test.each([
  ['another token', '12346', signature, url, form],
  ['another address', token, signature, url.replace('bar=2', 'bar=3'), form],
  ['another member', token, signature, url, [...form, ['Body', 'SAIR']] as const],
  ['one member less', token, signature, url, form.slice(1)],
  ['no signature', token, '', url, form],
  ['a signature that was cut', token, signature.slice(0, 10), url, form],
])('with %s it is forged', (_, key, claimed, address, members) => {
  expect(isTwilios(key, claimed, address, members)).toBe(false);
});
