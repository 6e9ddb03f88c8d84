import { describe, expect, test } from 'vitest';
import type { Cart } from '../checkout/schema.ts';
import { chosenOffer, needsShipping, shippingOffers, type ShippingOption } from './shipping.ts';

const item = { title: 'Camiseta', quantity: 1, unitPrice: 10_000, image: 'https://loja.example/c.png' };
const cart = (parts: Partial<Cart> = {}): Cart => ({ items: [item], ...parts });
const option = (parts: Partial<ShippingOption> = {}): ShippingOption => ({
  shippingOptionId: 'pac',
  name: 'PAC',
  carrier: 'Correios',
  price: 1990,
  turnaroundMinDays: 5,
  turnaroundMaxDays: 8,
  freeAbove: null,
  ...parts,
});
const charges = (parts: Partial<Cart>, total: number, ...options: ShippingOption[]): number[] =>
  shippingOffers({ cart: cart(parts), total }, options).map(({ cost }) => cost);

describe('[COM12] shipping', () => {
  test('is needed unless the cart or every item opts out', () => {
    const digital = { ...item, requiresShipping: false };
    expect(needsShipping(cart())).toBe(true);
    expect(needsShipping(cart({ requiresShipping: false }))).toBe(false);
    expect(needsShipping(cart({ items: [digital, digital] }))).toBe(false);
    expect(needsShipping(cart({ items: [digital, item] }))).toBe(true);
    expect(needsShipping(cart({ requiresShipping: true, items: [digital] }))).toBe(false);
  });

  test('is offered in the store’s order, and not at all if nothing is shipped', () => {
    const sedex = option({ shippingOptionId: 'sedex', price: 3000 });
    expect(shippingOffers({ cart: cart(), total: 10_000 }, [option(), sedex])).toEqual([
      { ...option(), cost: 1990 },
      { ...sedex, cost: 3000 },
    ]);
    expect(charges({ requiresShipping: false }, 10_000, option())).toEqual([]);
  });

  test('is free from the option’s threshold, which counts the goods after discounts', () => {
    const free = option({ freeAbove: 10_000 });
    expect([charges({}, 9999, free), charges({}, 10_000, free), charges({}, 0, option({ freeAbove: 0 }))]).toEqual([
      [1990],
      [0],
      [0],
    ]);
  });

  test('is free with a discount of type shipping, unless that has an amount, which already reduced the goods', () => {
    expect(charges({ discounts: [{ type: 'shipping' }] }, 10_000, option())).toEqual([0]);
    expect(
      charges(
        {
          discounts: [
            { type: 'shipping', value: 5 },
            { type: 'fixed', value: 1 },
          ],
        },
        9999,
        option(),
      ),
    ).toEqual([0]);
    expect(charges({ discounts: [{ type: 'shipping', amount: 1990 }] }, 8010, option())).toEqual([1990]);
    expect(charges({ discounts: [{ type: 'percentage', value: 100 }] }, 0, option())).toEqual([1990]);
  });

  test('is selected by its id; a single option is selected automatically', () => {
    const [pac, sedex] = shippingOffers({ cart: cart(), total: 1 }, [option(), option({ shippingOptionId: 'sedex' })]);
    expect(chosenOffer([pac!, sedex!], 'sedex')).toBe(sedex);
    expect(chosenOffer([pac!, sedex!], null)).toBeNull();
    expect(chosenOffer([pac!, sedex!], 'gone')).toBeNull();
    expect(chosenOffer([pac!], 'gone')).toBe(pac);
    expect(chosenOffer([], 'pac')).toBeNull();
  });
});
