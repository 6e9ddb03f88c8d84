import { expect, test } from 'vitest';
import { firstAddress } from './addresses.ts';

test('the first address of a text is what a card is made of, without the end of its sentence', () => {
  const pay = { address: 'https://pagar.loja.example/pay/1?x=2', domain: 'pagar.loja.example' };
  expect(firstAddress('Pague em https://pagar.loja.example/pay/1?x=2. Dúvidas: https://loja.example')).toEqual(pay);
  expect(firstAddress('(http://loja.example)')).toEqual({ address: 'http://loja.example', domain: 'loja.example' });
  for (const none of ['', 'Oi, loja.example', 'https://', 'https://{{store.domain}}/x'])
    expect([none, firstAddress(none)]).toEqual([none, undefined]);
});
