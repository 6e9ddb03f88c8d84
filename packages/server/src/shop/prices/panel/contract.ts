// Requests and responses of the endpoints of price rules, coupons and the order bump. Money in cents.
import { isLargeCoupon } from '@retoma/commerce';
import { z } from 'zod';
import { sales } from '../../orders/present/sales.ts';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';

const cents = z.int().min(0).max(100_000_000);
const amount = z.int().min(1).max(100_000_000);

/** What is taken off: hundredths of a percent (500 is 5%), or cents. */
const reduction = z.union([
  z.strictObject({ kind: z.literal('percent'), hundredths: z.int().min(1).max(10_000) }),
  z.strictObject({ kind: z.literal('cents'), cents: amount }),
]);

/** COM27, COM29: what a store decided about prices. */
const rules = z.strictObject({
  methodDiscounts: z
    .array(
      z.strictObject({
        method: z.enum(['pix', 'boleto', 'card']),
        reduction,
        /** The goods must cost at least this. */
        minimum: cents,
        /** The most that is taken off; null: no limit. */
        maximum: amount.nullable(),
      }),
    )
    .max(3),
  /** Null: number and interest of instalments are those of the payment provider. */
  installments: z
    .strictObject({
      max: z.int().min(1).max(24),
      interestFree: z.int().min(1).max(24),
      /** The interest of one month, in hundredths of a percent. */
      monthlyHundredths: z.int().min(0).max(2_000),
      smallest: amount,
    })
    .nullable(),
  minimumOrder: cents,
});

/** Ids or SKUs of products; empty: all. */
const products = z.array(z.string().trim().min(1).max(200)).max(200);
const instant = z.iso.datetime().nullable();

/** COM28: a coupon. */
const coupon = z.strictObject({
  code: z.string().trim().min(1).max(40),
  /** Null: it gives free shipping alone. */
  reduction: reduction.nullable(),
  freeShipping: z.boolean(),
  startsAt: instant,
  endsAt: instant,
  /** By everyone together, and by one person; null: no limit. */
  maxUses: z.int().min(1).max(10_000_000).nullable(),
  maxUsesPerPerson: z.int().min(1).max(1_000).nullable(),
  minimum: cents,
  products,
  firstPurchaseOnly: z.boolean(),
});

/** COM30: what is offered besides the cart. */
const bump = z.strictObject({
  title: z.string().trim().min(1).max(120),
  description: z.string().trim().min(1).max(300).nullable(),
  image: z.string().trim().min(1).max(2_000).nullable(),
  sku: z.string().trim().min(1).max(200).nullable(),
  price: amount,
  /** Shown struck through. */
  originalPrice: amount.nullable(),
  requiresShipping: z.boolean(),
  products,
});

/** A list of 200 products. */
const longBody = 256 * 1024;
const at = '/panel/api/stores/:storeId' as const;

/** The endpoints of price rules, coupons and the order bump. */
export const pricesContract = {
  readPriceRules: {
    method: 'GET',
    path: `${at}/price-rules`,
    access: 'changeSettings',
    answer: done.extend({ rules }),
  },
  changePriceRules: {
    method: 'POST',
    path: `${at}/price-rules`,
    access: 'changeSettings',
    audit: ['prices_changed'],
    recent: true,
    body: rules,
  },
  /** The newest coupons, ended ones too. `before`: the id of the last coupon of the page before. */
  listCoupons: {
    method: 'GET',
    path: `${at}/coupons`,
    access: 'changeSettings',
    query: z.object({ before: z.uuid().optional() }),
    answer: done.extend({
      coupons: z.array(
        coupon.extend({
          couponId: z.uuid(),
          /** False: it was ended. */
          active: z.boolean(),
          /** Whether its last instant has passed. */
          isPast: z.boolean(),
          /** How often it was used, or is in use by an order that is not paid yet. */
          uses: z.int(),
          sales,
          /** False: `sales` is of its newest 1,000 uses. */
          isComplete: z.boolean(),
        }),
      ),
      next: z.uuid().nullable(),
      reached: z.null(),
    }),
  },
  createCoupon: {
    method: 'POST',
    path: `${at}/coupons`,
    access: 'changeSettings',
    audit: ['coupon_created', 'large_coupon_created'],
    recent: isLargeCoupon,
    body: coupon,
    bodyLimit: longBody,
    answer: done.extend({ couponId: z.uuid() }),
  },
  endCoupon: {
    method: 'POST',
    path: `${at}/coupons/:couponId/end`,
    access: 'changeSettings',
    audit: ['coupon_ended'],
    unprotected: 'No price falls.',
  },
  /** The newest order bumps with what they sold in the last 30 days; the active one, if any, is the first. */
  listOrderBumps: {
    method: 'GET',
    path: `${at}/order-bumps`,
    access: 'changeSettings',
    answer: done.extend({ bumps: z.array(bump.extend({ bumpId: z.uuid(), active: z.boolean(), sales })) }),
  },
  setOrderBump: {
    method: 'POST',
    path: `${at}/order-bumps`,
    access: 'changeSettings',
    audit: ['order_bump_changed'],
    recent: true,
    body: bump,
    bodyLimit: longBody,
    answer: done.extend({ bumpId: z.uuid() }),
  },
  endOrderBump: {
    method: 'POST',
    path: `${at}/order-bumps/end`,
    access: 'changeSettings',
    audit: ['order_bump_ended'],
    unprotected: 'No price falls.',
  },
} as const satisfies Record<string, PanelEndpoint>;
