import { createHmac } from 'node:crypto';
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

test.each([
  ['https://loja.example/webhooks/c', 'https://loja.example:443/webhooks/c'],
  ['https://loja.example:443/webhooks/c?a=1', 'https://loja.example/webhooks/c?a=1'],
  ['https://loja.example:8443/webhooks/c', 'https://loja.example/webhooks/c'],
  ['http://loja.example/webhooks/c', 'http://loja.example:80/webhooks/c'],
])('a webhook for %s that was signed over %s verifies', (address, signedAddress) => {
  const joined = form.map(([name, value]) => name + value).join('');
  const over = (signedOver: string): string =>
    createHmac('sha1', token)
      .update(signedOver + joined)
      .digest('base64');
  expect(isTwilios(token, over(signedAddress), address, form)).toBe(true);
  expect(isTwilios(token, over(address), address, form)).toBe(true);
  expect(isTwilios(token, over(signedAddress.replace('loja', 'outra')), address, form)).toBe(false);
  expect(isTwilios(token, over(signedAddress.replace('example', 'example:444')), address, form)).toBe(false);
});
