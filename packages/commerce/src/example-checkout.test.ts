// A first look at the package: what a request for a checkout costs, what is wrong with one, and what a store's rules make of the price.
import { expect, test } from 'vitest';
import { checkCheckoutRequest, noPriceRules, priceOf, type PriceRules } from './index.ts';

const item = { title: 'Camiseta', quantity: 2, unitPrice: 4990, image: 'https://loja.example/camiseta.png' };
const discounts = [{ title: 'Volte sempre', type: 'percentage', value: 10 }];

/** A checked request with its totals. */
function checked() {
  const result = checkCheckoutRequest({ cart: { items: [item], discounts } });
  if (!result.ok) throw new Error(result.issues[0]!.code);
  return result;
}

test('[CHK5] a cart costs its lines without its discounts, in cents', () => {
  expect(checked().totals).toEqual({ lines: [9980], subtotal: 9980, discounts: [998], discount: 998, total: 8982 });
});

test('[CHK3] a wrong request gets every violation', () => {
  const wrong = checkCheckoutRequest({ cart: { items: [{ ...item, quantity: 0, unitPrice: 49.9 }] } });
  expect(wrong.ok ? [] : wrong.issues.map(({ path, code }) => `${path}: ${code}`)).toEqual([
    'cart.items[0].quantity: too_small',
    'cart.items[0].unitPrice: wrong_type',
  ]);
});

test('[COM27] a store takes 5 % off for PIX', () => {
  const { request, totals } = checked();
  const rules: PriceRules = {
    ...noPriceRules,
    methodDiscounts: [{ method: 'pix', reduction: { kind: 'percent', hundredths: 500 }, minimum: 0, maximum: null }],
  };
  const goods = { items: request.cart.items, ...totals };
  const purchase = { goods, rules, coupon: null, bump: null, shipping: 1500, reportedTotal: 0 };
  expect(priceOf(purchase, { method: 'pix', installments: 1 })).toMatchObject({ methodDiscount: 449, total: 10033 });
  expect(priceOf(purchase, { method: 'card', installments: 1 })).toMatchObject({ methodDiscount: 0, total: 10482 });
});
