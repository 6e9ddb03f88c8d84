import { expect, test } from 'vitest';
import { firstAddress } from './addresses.ts';

test('a card shows the first address of a text, without the punctuation after it', () => {
  const pay = { address: 'https://pagar.loja.example/pay/1?x=2', domain: 'pagar.loja.example' };
  expect(firstAddress('Pague em https://pagar.loja.example/pay/1?x=2. Dúvidas: https://loja.example')).toEqual(pay);
  expect(firstAddress('(http://loja.example)')).toEqual({ address: 'http://loja.example', domain: 'loja.example' });
  for (const none of ['', 'Oi, loja.example', 'https://', 'https://{{store.domain}}/x'])
    expect([none, firstAddress(none)]).toEqual([none, undefined]);
});
