import type { Totals } from '@retoma/commerce';
import { noPricing } from '../../../checkouts/purchase-price.ts';
import { purchaseOf, type Purchase } from '../../../checkouts/purchase.ts';
import type { CheckoutOffer } from '../../../checkouts/queries/purchases.ts';
import type { ShopperRow } from '../../../checkouts/queries/shoppers.ts';
import type { OrderRow } from '../../../orders/queries/orders.ts';
import type { StoreRow } from '../../../../stores/queries/stores.ts';
import { newOrder } from '../../../orders/placed-order.ts';
import { snapshotPurchase } from '../../../orders/snapshot-purchase.ts';
import { maria } from '../../../../testing/checkouts.ts';
import type { ArbitraryPurchase } from './arbitrary-purchase.ts';

/** The instant of every purchase, in milliseconds since 1970. */
export const now = Date.parse('2026-03-12T17:05:00Z');

const storeId = '00000000-0000-7000-8000-000000000001';
const checkoutId = '00000000-0000-7000-8000-000000000002';

/** The store of every purchase. */
export const store: StoreRow = {
  storeId,
  name: 'Loja Aurora',
  active: true,
  signedCartsOnly: false,
  demo: false,
  exampleOf: null,
  testOf: null,
  test: false,
  timeZone: 'America/Sao_Paulo',
  noReplyMinutes: 60,
  lateMinutes: 60,
  businessHours: { from: '08:00', to: '18:00', days: [1, 2, 3, 4, 5] },
  live: false,
  pixMinutes: 60,
  boletoDays: 3,
  abandonMinutes: 60,
  countMachines: false,
  advertises: false,
  domain: null,
  chosenDomain: null,
  keys: [],
  legalName: null,
  document: null,
  address: null,
  email: null,
  phone: null,
  url: null,
  siteHosts: null,
  returnsUrl: null,
  privacyUrl: null,
  logoUrl: 'https://loja.example/logo.png',
  accent: null,
  corners: null,
  returnsText: null,
  privacyText: null,
  senderName: null,
  senderEmail: null,
};

const visitor: ShopperRow = {
  checkoutId,
  storeId,
  customer: { ...maria.customer, phone: '+5511987654321', document: '12345678909' },
  address: maria.address,
  shippingOptionId: null,
  couponCode: null,
  bumpId: null,
  browser: null,
  activeAt: now,
  capturedAt: now,
  abandonAt: null,
  abandonedAt: null,
};

/** The purchase of a checked request, as it is read from the database for the page and for its order. `text`: the request. */
export function offeredPurchase(one: ArbitraryPurchase, text: string, { subtotal, discount, total }: Totals): Purchase {
  const { signed, shippingOptions, methods, shippingOptionId, isUnknownCode, acceptsBump } = one;
  const pricing = isUnknownCode ? { ...one.pricing, coupon: null } : one.pricing;
  const couponCode = isUnknownCode ? 'NADA' : (pricing.coupon?.code ?? null);
  const bumpId = acceptsBump ? (pricing.bump?.bumpId ?? null) : null;
  const checkout = {
    checkoutId,
    storeId,
    cartToken: 'token',
    state: 'open' as const,
    signed,
    request: text,
    createdAt: new Date(now),
  };
  const offer: CheckoutOffer = {
    checkout: { ...checkout, subtotal, discount, total },
    shopper: { ...visitor, shippingOptionId, couponCode, bumpId },
    shippingOptions,
    storeFreight: null,
    quotes: [],
    methods,
    consents: [],
    codeChannels: [],
    pricing,
    advertises: false,
  };
  const purchase = purchaseOf(offer, undefined, { now });
  const { reportedTotal } = one;
  return reportedTotal === null ? purchase : { ...purchase, order: reportedOrder(purchase, reportedTotal) };
}

/** COM7a: an order that was placed before, of which the store's own system reported a total. */
const reportedOrder = (purchase: Purchase, reportedTotal: number): OrderRow => ({
  ...newOrder(store, checkoutId, snapshotPurchase(purchase), now),
  number: '1041',
  reportedTotal,
  total: reportedTotal,
});

/** The same purchase of a store without price rules, coupon and order bump. */
export const withoutRules = (purchase: Purchase): Purchase => ({ ...purchase, pricing: noPricing });

/** The same purchase without the code that was refused (COM28). */
export const withoutRefusedCode = ({ pricing, shopper, ...purchase }: Purchase): Purchase => ({
  ...purchase,
  shopper: { ...shopper!, couponCode: null },
  pricing: { ...pricing, refusedCoupon: null },
});
