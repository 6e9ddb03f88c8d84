import { expect, test } from 'vitest';
import { freeMethods } from './free-methods.ts';

const provider = { name: 'mercadopago', isSimulated: false, methods: ['pix', 'boleto', 'card'] };
const simulator = { ...provider, name: 'simulator', isSimulated: true };
const providers = [provider, simulator, { ...provider, name: 'stripe' }];
const free = (accounts: Parameters<typeof freeMethods>[1], of = provider): string[] =>
  freeMethods(of, accounts, providers);

test('connecting an account takes no method from another account', () => {
  expect(free([{ provider: 'stripe', methods: ['pix', 'card'] }])).toEqual(['boleto']);
});

test('[COM15] a real account can take every method of the simulator, and the simulator none of an account', () => {
  const simulated = { provider: 'simulator', methods: ['pix', 'boleto', 'card'] };
  expect(free([simulated])).toEqual(['pix', 'boleto', 'card']);
  expect(
    free([
      { provider: 'stripe', methods: ['pix'] },
      { ...simulated, methods: ['boleto'] },
    ]),
  ).toEqual(['boleto', 'card']);
  expect(free([{ provider: 'stripe', methods: ['pix'] }], simulator)).toEqual(['boleto', 'card']);
});

test('the first account of a store, and a change of its own account, select every method', () => {
  expect(free([])).toEqual(['pix', 'boleto', 'card']);
  expect(free([{ provider: 'mercadopago', methods: ['pix'] }])).toEqual(['pix', 'boleto', 'card']);
});
