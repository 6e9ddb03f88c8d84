import { describe, expect, test } from 'vitest';
import type { CartItem } from '../checkout/schema.ts';
import { sampleCoupon } from '../testing/sample-coupon.ts';
import { couponCode, couponDiscount, couponRefusal, isCouponCode, type Coupon, type CouponGoods } from './coupon.ts';
import { couponRefusals, couponRefusalText, type CouponRefusalCode } from './coupon-refusals.ts';

const now = Date.parse('2026-03-12T17:05:00Z');
const item = (sku: string): CartItem => ({
  title: sku,
  quantity: 1,
  unitPrice: 1,
  image: 'https://loja.example/c.png',
  sku,
});
const goods: CouponGoods = { items: [item('a'), item('b')], lines: [6_000, 4_000], subtotal: 10_000, discount: 1_000 };

describe('[COM28] a coupon', () => {
  test('is compared in capital letters, without spaces', () => {
    expect(couponCode(' volte 10 ')).toBe('VOLTE10');
    expect(['VOLTE10', 'A-B_C'].every(isCouponCode)).toBe(true);
    expect(['', 'ÇA', 'x', 'A'.repeat(41), 'A\nB'].some(isCouponCode)).toBe(false);
  });

  test.each<[Partial<Coupon>, number]>([
    [{}, 900],
    [{ products: ['b'] }, 400],
    [{ reduction: { kind: 'cents', cents: 700 } }, 700],
    [{ reduction: { kind: 'cents', cents: 99_999 } }, 9_000],
    [{ reduction: { kind: 'cents', cents: 99_999 }, products: ['b'] }, 4_000],
    [{ reduction: null, freeShipping: true }, 0],
  ])('%j takes %i cents off', (more, expected) => expect(couponDiscount(sampleCoupon(more), goods)).toBe(expected));

  test.each<[Partial<Coupon>, CouponRefusalCode | null]>([
    [{ startsAt: now + 1 }, 'COUPON_NOT_STARTED'],
    [{ startsAt: now, endsAt: now + 1 }, null],
    [{ endsAt: now }, 'COUPON_ENDED'],
    [{ maxUses: 2, uses: 1 }, null],
    [{ maxUses: 2, uses: 2 }, 'COUPON_USED_UP'],
    [{ minimum: 9_000 }, null],
    [{ minimum: 9_001 }, 'COUPON_BELOW_MINIMUM'],
    [{ products: ['a'] }, null],
    [{ products: ['c'] }, 'COUPON_OTHER_PRODUCTS'],
  ])('%j is refused with %s', (more, code) =>
    expect(couponRefusal(sampleCoupon(more), goods, now)?.code ?? null).toBe(code),
  );

  test('whose last use is its own order’s stays valid', () => {
    expect(couponRefusal(sampleCoupon({ maxUses: 1, uses: 1 }), goods, now, true)).toBeNull();
  });

  test('that is refused has a text in both languages, with the minimum where there is one', () => {
    for (const code of Object.keys(couponRefusals) as CouponRefusalCode[]) {
      for (const locale of ['pt-BR', 'en'] as const) expect(couponRefusalText({ code }, locale)).toMatch(/\.$/);
    }
    expect(couponRefusalText({ code: 'COUPON_BELOW_MINIMUM', minimum: 9_001 }, 'pt-BR')).toContain('R$ 90,01');
  });
});
