import { expect, test } from 'vitest';
import { isOfShop, isSameShop, shopAddress } from './shop-address.ts';

test.each([
  ['loja.example', 'https://loja.example'],
  [' https://www.Loja.example/ ', 'https://www.loja.example'],
  ['https://loja.example/wp-admin/edit.php?post_type=product', 'https://loja.example'],
  ['loja.example/minha-conta/', 'https://loja.example'],
  ['https://loja.example:8443/pt/', 'https://loja.example:8443/pt'],
  ['lojá.example', 'https://xn--loj-gla.example'],
])('[CON13] the address %j is the shop %s', (typed, shop) => {
  expect(shopAddress(typed)).toBe(shop);
});

test.each([
  '',
  'loja',
  'localhost',
  'http://loja.example',
  'ftp://loja.example',
  'https://10.0.0.1',
  'https://[::1]/',
  'https://2130706433',
  'https://dona@loja.example',
  'loja.example@mal.example',
  'https://loja.example\\@mal.example',
  `${'a'.repeat(130)}.example`,
])('[CON13] %j is no address of a shop', (typed) => {
  expect(shopAddress(typed)).toBeUndefined();
});

test('[CON13] a shop is the same with and without www, not on another path', () => {
  expect(isSameShop('http://loja.example/', 'https://www.loja.example')).toBe(true);
  expect(isSameShop('https://loja.example/a', 'https://loja.example/b')).toBe(false);
  expect(isSameShop('', '')).toBe(false);
  expect(isOfShop('https://loja.example/en/', 'https://loja.example')).toBe(true);
  expect(isOfShop('https://loja.example/lojas/', 'https://loja.example/loja')).toBe(false);
});
