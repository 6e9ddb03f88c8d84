import { expect, test } from 'vitest';
import { freightOfOrder, freightText, raisedAmount } from './freight.ts';

test('[COM12] freight is a price, free, to be chosen or to be agreed, in both languages', () => {
  const chosen = (price: number) => ({ kind: 'chosen', name: 'PAC', price }) as const;
  expect(freightText(chosen(1990))).toBe('R$ 19,90');
  expect([freightText(chosen(0)), freightText(chosen(0), 'en')]).toEqual(['Grátis', 'Free']);
  expect(freightText({ kind: 'later' })).toBe('você escolhe a seguir');
  expect(freightText({ kind: 'agreed' })).toBe('a combinar com a loja');
  expect(freightText({ kind: 'agreed' }, 'en')).toBe('to be agreed with the store');
  expect(freightText(chosen(1990), 'en', (cents) => `BRL ${cents / 100}`)).toBe('BRL 19.9');
});

test('[COM2] an order has its freight, and none if nothing is shipped or the price is unknown', () => {
  const pac = { name: 'PAC' };
  expect(freightOfOrder({ shippingPrice: 1990, shipping: pac })).toEqual({ kind: 'chosen', name: 'PAC', price: 1990 });
  expect(freightOfOrder({ shippingPrice: 0, shipping: null })).toEqual({ kind: 'chosen', name: null, price: 0 });
  expect(freightOfOrder({ shippingPrice: null, shipping: { to_be_agreed: true } })).toEqual({ kind: 'agreed' });
  expect(freightOfOrder({ shippingPrice: 500, shipping: { to_be_agreed: true } })).toMatchObject({ price: 500 });
  expect(freightOfOrder({ shippingPrice: null, shipping: pac })).toBeNull();
  expect(freightOfOrder({ shippingPrice: null, shipping: null })).toBeNull();
});

test('[COM7a] a raise is the part of the total above goods, discount and freight; a lower total is not a raise', () => {
  const cart = { subtotal: 10_000, discount: 1000, freight: { kind: 'chosen', name: 'PAC', price: 1990 } } as const;
  expect(raisedAmount({ ...cart, total: 10_990 })).toBe(0);
  expect(raisedAmount({ ...cart, total: 12_000 })).toBe(1010);
  expect(raisedAmount({ ...cart, total: 9000 })).toBe(0);
  expect(raisedAmount({ ...cart, freight: { kind: 'agreed' }, total: 9500 })).toBe(500);
  expect(raisedAmount({ ...cart, freight: null, total: 9000 })).toBe(0);
});
