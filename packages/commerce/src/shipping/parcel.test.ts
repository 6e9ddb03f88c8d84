import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cart, CartItem } from '../checkout/schema.ts';
import { parcelOf, quoteSubject } from './parcel.ts';

const usual = { weight: 300, width: 16, height: 11, length: 20 };
const item = (members: Partial<CartItem> = {}): CartItem => ({
  title: 'Camiseta',
  quantity: 1,
  unitPrice: 5_000,
  image: 'https://loja.example/c.png',
  ...members,
});
const cart = (...items: CartItem[]): Cart => ({ items });
const novel = { weight: 400, width: 14.2, height: 3, length: 21 };

describe('[COM31] the parcel of a cart', () => {
  test('has the measures of its items, in whole centimetres, and the price of one', () => {
    const parcel = parcelOf(cart(item({ ...novel, quantity: 2, discountedUnitPrice: 4_500 })), usual);
    expect(parcel.lines).toEqual([{ weight: 400, width: 15, height: 3, length: 21, quantity: 2, price: 4_500 }]);
    expect(parcel).toMatchObject({ box: { weight: 800, width: 15, height: 6, length: 21 }, value: 9_000 });
    expect(parcel.isEstimated).toBe(false);
  });

  test('leaves out what is not shipped', () => {
    const parcel = parcelOf(cart(item(novel), item({ requiresShipping: false, weight: 9_000 })), usual);
    expect(parcel).toMatchObject({ box: { weight: 400 }, value: 5_000 });
  });

  test('takes the usual weight and one usual box for items without measures', () => {
    const parcel = parcelOf(cart(item({ quantity: 2 }), item({ weight: 0, width: 10, height: 0, length: 10 })), usual);
    expect(parcel.lines).toEqual([{ ...usual, weight: 900, quantity: 1, price: 15_000 }]);
    expect(parcel).toMatchObject({ box: { width: 16, height: 11, length: 20, weight: 900 }, isEstimated: true });
    expect(parcelOf(cart(item({ weight: 50 })), usual).lines[0]!.weight).toBe(50);
  });

  test('fits into its box: no piece is longer than it, and the volume of all is not larger', () => {
    const size = fc.integer({ min: 1, max: 100 });
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 20 }),
      weight: size,
      width: size,
      height: size,
      length: size,
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const { box } = parcelOf(cart(...lines.map(item)), usual);
        const sides = [box.width, box.height, box.length].toSorted((a, b) => b - a);
        for (const { width, height, length } of lines) {
          const piece = [width, height, length].toSorted((a, b) => b - a);
          expect(piece.every((side, index) => side <= sides[index]!)).toBe(true);
        }
        const volume = lines.reduce((sum, one) => sum + one.width * one.height * one.length * one.quantity, 0);
        expect(box.width * box.height * box.length).toBeGreaterThanOrEqual(volume);
        expect(box.weight).toBe(lines.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0));
      }),
    );
  });
});

test('[COM31] a quote is for its items, their quantities and sizes, and both CEPs', () => {
  const subject = (members: Partial<CartItem>, to = '01310100'): string =>
    quoteSubject(parcelOf(cart(item({ ...novel, ...members })), usual), '30130000', to);
  expect(subject({})).toBe(subject({ title: 'Outro nome' }));
  const others = [subject({}, '01310101'), subject({ quantity: 2 }), subject({ weight: 401 }), subject({ height: 4 })];
  expect(new Set([subject({}), ...others]).size).toBe(5);
});
