import { describe, expect, test } from 'vitest';
import type { Cart } from '../checkout/schema.ts';
import { MAX_CENTS } from '../money.ts';
import {
  chosenOffer,
  needsShipping,
  noShippingRules,
  shippingOffers,
  type Destination,
  type QuotedService,
  type ShippingOption,
} from './shipping.ts';

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

  test('with which a purchase would cost more than the largest exact amount is not offered', () => {
    const [cheap, dear] = [option({ price: 10 }), option({ shippingOptionId: 'sedex', price: 11 })];
    expect(charges({}, MAX_CENTS - 10, cheap, dear)).toEqual([10]);
  });

  test('is offered cheapest first, and not at all if nothing is shipped', () => {
    const sedex = option({ shippingOptionId: 'sedex', price: 3000 });
    expect(shippingOffers({ cart: cart(), total: 10_000 }, [sedex, option()])).toEqual([
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

describe('[COM31] offers for a destination', () => {
  const quoted = (parts: Partial<QuotedService> = {}): QuotedService => ({
    offerId: 'q-pac',
    provider: 'correios',
    service: '03298',
    name: 'PAC',
    carrier: 'Correios',
    price: 2_150,
    minDays: null,
    maxDays: 6,
    at: 1,
    isEarlier: false,
    ...parts,
  });
  const sedex = quoted({ offerId: 'q-sedex', service: '03220', name: 'SEDEX', price: 4_000, maxDays: 2 });
  const offered = (to: Partial<Destination>, options: ShippingOption[], parts: Partial<Cart> = {}): unknown[] =>
    shippingOffers({ cart: cart(parts), total: 10_000 }, options, {
      zipcode: '01310-100',
      quoted: null,
      rules: noShippingRules,
      ...to,
    }).map(({ shippingOptionId, cost, turnaroundMaxDays }) => [shippingOptionId, cost, turnaroundMaxDays]);

  test('are those of the carriers, cheapest first, with the store’s handling time and cost', () => {
    const rules = { ...noShippingRules, handlingDays: 2, handlingCost: 300 };
    expect(offered({ quoted: [sedex, quoted()], rules }, [option()])).toEqual([
      ['q-pac', 2_450, 8],
      ['q-sedex', 4_300, 4],
    ]);
  });

  test('are the store’s own where no carrier is connected, or none serves the place', () => {
    for (const none of [null, []]) expect(offered({ quoted: none }, [option()])).toEqual([['pac', 1990, 8]]);
  });

  test('include the store’s own options that are offered beside carriers', () => {
    const pickup = option({
      shippingOptionId: 'here',
      price: 0,
      pickup: { address: 'Rua A', hours: '9–18' },
      besideCarriers: true,
    });
    expect(offered({ quoted: [quoted()] }, [option(), pickup])).toEqual([
      ['here', 0, 8],
      ['q-pac', 2_150, 6],
    ]);
  });

  test('include an option only in its region', () => {
    const courier = option({ shippingOptionId: 'moto', region: { states: ['SP'], zipcodes: [] } });
    expect(offered({}, [courier])).toHaveLength(1);
    expect(offered({ zipcode: '30130-000' }, [courier])).toEqual([]);
    expect(offered({ zipcode: null }, [courier])).toEqual([]);
  });

  test('have one free carrier, the cheapest, from a total of the goods on, in a region', () => {
    const free = (total: number, states: string[]) => ({
      ...noShippingRules,
      handlingCost: 100,
      freeFrom: [{ region: { states, zipcodes: [] }, total }],
    });
    const costs = (rules: Destination['rules']): unknown[] =>
      offered({ quoted: [sedex, quoted()], rules }, []).map((one) => (one as unknown[])[1]);
    expect(costs(free(10_000, ['SP']))).toEqual([0, 4_100]);
    expect(costs(free(10_001, ['SP']))).toEqual([2_250, 4_100]);
    expect(costs(free(10_000, ['RJ']))).toEqual([2_250, 4_100]);
  });

  test('are all free with a discount of type shipping', () => {
    const discounts: Cart['discounts'] = [{ type: 'shipping' }];
    expect(offered({ quoted: [sedex, quoted()] }, [], { discounts }).map((one) => (one as unknown[])[1])).toEqual([
      0, 0,
    ]);
  });
});
