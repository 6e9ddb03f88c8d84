import { expect, test } from 'vitest';
import { freeMethods } from './free-methods.ts';

const provider = { name: 'mercadopago', methods: ['pix', 'boleto', 'card'] };

test('connecting an account takes no method from another account', () => {
  expect(freeMethods(provider, [{ provider: 'sandbox', methods: ['pix', 'card'] }])).toEqual(['boleto']);
});

test('the first account of a store, and a change of its own account, select every method', () => {
  expect(freeMethods(provider, [])).toEqual(['pix', 'boleto', 'card']);
  expect(freeMethods(provider, [{ provider: 'mercadopago', methods: ['pix'] }])).toEqual(['pix', 'boleto', 'card']);
});
