import { expect, test } from 'vitest';
import { pixKeyKind } from './pix-key.ts';

test.each([
  ['12345678909', 'cpf'],
  ['12ABC34501DE35', 'cnpj'],
  ['11222333000181', 'cnpj'],
  ['loja+pix@cliente.example', 'email'],
  [`${'a'.repeat(65)}@loja.example`.slice(-77), 'email'],
  ['+5511987654321', 'phone'],
  ['123e4567-e12b-12d1-a456-426655440000', 'evp'],
])('[COM9] %s is a key: %s', (text, kind) => expect(pixKeyKind(text)).toBe(kind));

test.each([
  '',
  '12345678900',
  '123.456.789-09',
  '11111111111',
  '12ABC34501DE36',
  '12abc34501de35',
  '00000000000000',
  'Loja@cliente.example',
  'loja@cliente',
  `${'a'.repeat(65)}@loja.example.br`,
  '+551133334444',
  '+5511887654321',
  '5511987654321',
  '123E4567-E12B-12D1-A456-426655440000',
])('[COM9] %j is not a key', (text) => expect(pixKeyKind(text)).toBeUndefined());

// Changing a digit further left may keep a CPF valid: the remainders 0 and 1 have the same check digit.
test.each(['12345678909', '11222333000181', '12ABC34501DE35'])(
  '[COM9] %s with another check digit is not a key',
  (number) => {
    for (const at of [number.length - 2, number.length - 1])
      for (let shift = 1; shift < 10; shift++) {
        const changed = number.slice(0, at) + ((Number(number[at]) + shift) % 10) + number.slice(at + 1);
        expect(pixKeyKind(changed), changed).toBeUndefined();
      }
  },
);
