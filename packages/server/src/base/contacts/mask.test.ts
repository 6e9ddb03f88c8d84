import { expect, test } from 'vitest';
import { maskedAddress, maskedEmail, maskedName, maskedPhone } from './mask.ts';

test.each([
  ['marina@exemplo.com.br', 'ma•••@exemplo.com.br'],
  ['m@exemplo.com.br', 'm•••@exemplo.com.br'],
  ['+5511987654821', '(11) 9••••-4821'],
  ['(11) 3876-4821', '(11) ••••-4821'],
  ['+14155554821', '••••4821'],
])('[AUT5] %s is shown as %s', (address, masked) => expect(maskedAddress(address)).toBe(masked));

test.each([
  [maskedEmail, 'a@b.example', 'a•••@b.example'],
  [maskedEmail, 'no address', '•••'],
  [maskedPhone, '+55 (11) 98765-4821', '(11) 9••••-4821'],
  [maskedPhone, '1132654821', '(11) ••••-4821'],
  [maskedPhone, '+351 912 345 678', '••••5678'],
  [maskedPhone, '123', '••••'],
])('[AUT5] %o of %s is %s', (mask, input, masked) => expect(mask(input)).toBe(masked));

test('[AUT5] a name is its first word and an initial; initials alone without permission to see shoppers', () => {
  expect(maskedName(' Marina de souza ', true)).toBe('Marina S.');
  expect(maskedName('Marina Souza', false)).toBe('M. S.');
  expect(maskedName('Marina', true)).toBe('Marina');
});
