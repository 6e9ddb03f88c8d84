import { expect, test } from 'vitest';
import { paymentProvider } from './index.ts';

const offered = (provider: 'sandbox' | 'mercadopago' | 'stripe', settings: object, total: number): unknown =>
  paymentProvider(provider).installments?.({ ...settings }, total);

test('[COM13] the most instalments of a card: within the provider’s smallest, the account’s limit, and with its interest', () => {
  expect(offered('sandbox', {}, 98_000)).toEqual({ max: 12, interestFree: 12 });
  expect(offered('sandbox', {}, 2_999)).toEqual({ max: 2, interestFree: 2 });
  expect(offered('sandbox', {}, 500)).toEqual({ max: 1, interestFree: 1 });
  expect(offered('mercadopago', {}, 98_000)).toEqual({ max: 12, interestFree: 0 });
  expect(offered('mercadopago', { installments: 3 }, 98_000)).toEqual({ max: 3, interestFree: 0 });
  expect(offered('mercadopago', { installments: 12 }, 1_200)).toEqual({ max: 2, interestFree: 0 });
  expect(offered('stripe', {}, 98_000)).toBeUndefined();
});
