import { expect, test } from 'vitest';
import { examplePrices } from './example-prices.ts';
import { rulesOf, typedRules, type PriceRules } from './rules-form.ts';

const rules: PriceRules = {
  methodDiscounts: [
    { method: 'pix', reduction: { kind: 'percent', hundredths: 550 }, minimum: 1000, maximum: 2000 },
    { method: 'card', reduction: { kind: 'cents', cents: 150 }, minimum: 0, maximum: null },
  ],
  installments: { max: 12, interestFree: 3, monthlyHundredths: 299, smallest: 500 },
  minimumOrder: 5000,
};

test('[COM27] price rules stay the same through the fields of the page', () => {
  expect(rulesOf(typedRules(rules))).toEqual(rules);
  const none: PriceRules = { methodDiscounts: [], installments: null, minimumOrder: 0 };
  expect(rulesOf(typedRules(none))).toEqual(none);
});

test('[COM29] instalments that are not complete, or contradict each other, are no rules', () => {
  const typed = typedRules(rules);
  expect(rulesOf({ ...typed, max: '' })).toBeNull();
  expect(rulesOf({ ...typed, smallest: 0 })).toBeNull();
  expect(rulesOf({ ...typed, interestFree: 13 })).toBeNull();
  expect(rulesOf({ ...typed, max: '', hasInstallments: false })).toMatchObject({ installments: null });
});

test('[COM27] the example has the prices of the payment page', () => {
  const prices = examplePrices(rules, 10_000);
  expect(prices).toMatchObject({ missing: 0, totals: { pix: 9450, boleto: 10_000, card: 9850 } });
  expect(prices.interestFree).toEqual({ count: 3, each: 3283, total: 9850, interest: 0 });
  // The instalment of the French system: 98.50 x 0.0299 / (1 - 1.0299^-12) = 9.8896...
  expect(prices.longest).toMatchObject({ count: 12, each: 989, total: 11_868 });
  expect(examplePrices(rules, 4_000).missing).toBe(1000);
});
