import { expect, test } from 'vitest';
import { paymentRefusals } from '@retoma/commerce';
import { sandboxCardOf, sandboxCards, sandboxCardToken } from './cards.ts';

test('a test card exists for every outcome of a payment, and its token is read back', () => {
  expect(sandboxCards).toHaveLength(Object.keys(paymentRefusals).length + 2);
  for (const card of sandboxCards) expect(sandboxCardOf(sandboxCardToken(card))).toBe(card);
});

test.each(['', 'sandbox-', 'accepted', 'sandbox-ACCEPTED', 'sandbox-toString', 'ff8080814c11e237014c1ff593b57b4d'])(
  '%j is not a sandbox card',
  (token) => expect(sandboxCardOf(token)).toBeUndefined(),
);
