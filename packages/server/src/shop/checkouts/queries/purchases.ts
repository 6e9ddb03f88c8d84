import type { PaymentMethod, PriceRules, ShippingOption } from '@retoma/commerce';
import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryRows } from '../../../base/postgres/query.ts';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import { checkoutColumns, type CheckoutRow } from './checkouts.ts';
import { orderColumns, type OrderRow } from '../../orders/queries/orders.ts';
import { paymentColumns, paymentOrder, type PaymentRow } from '../../orders/queries/payments.ts';
import { couponColumns, type CouponRow } from '../../prices/queries/coupons.ts';
import { orderBumpColumns, type OrderBump } from '../../prices/queries/order-bumps.ts';
import { priceRulesJson } from '../../prices/queries/price-rules.ts';
import { freightSettingsColumns, type FreightSettings } from '../../../stores/queries/freight-settings.ts';
import { shippingOptionColumns } from '../../../stores/queries/shipping-options.ts';
import type { StoredFreight } from './shopper-freight.ts';
import type { ConsentPurpose } from './shopper-consents.ts';
import { hasShopper, shopperColumns, shopperTables, type ShopperRow } from './shoppers.ts';

/** A payment method that a store offers, with its account. `settings` are public; credentials are not included. */
export type OfferedMethod = MethodAccount & {
  method: PaymentMethod;
  /** COM40: until when the account counts as down, milliseconds since 1970; null: it does not. */
  downUntil: number | null;
  /** COM40: the account that takes the method while the first one is down; null: none. */
  fallback: MethodAccount | null;
};

/** A payment account as the payment page needs it. */
export type MethodAccount = { provider: string; accountId: string; settings: Record<string, unknown> };

/** COM31: how a store ships that set it up. `hasCarriers`: a carrier is connected and knows from where. */
export type StoreFreight = FreightSettings & { hasCarriers: boolean };

/** What a store decided about the price of a checkout (COM27 to COM30). */
export type OfferedPricing = {
  rules: PriceRules;
  /** The coupon that the shopper entered, if the store has it; `isHeld`: the checkout's order uses it. */
  coupon: (CouponRow & { isHeld: boolean }) | null;
  /** Whether the store has a coupon at all. */
  hasCoupons: boolean;
  /** The store's active order bump. */
  bump: OrderBump | null;
};

/** A checkout with its shopper, and the options, methods and price rules of its store. */
export type CheckoutOffer = {
  checkout: CheckoutRow;
  shopper: ShopperRow | null;
  shippingOptions: ShippingOption[];
  /** Null: the store set nothing up. */
  storeFreight: StoreFreight | null;
  /** COM32: what carriers quoted for the checkout, the newest first. */
  quotes: StoredFreight[];
  methods: OfferedMethod[];
  /** COM36: what the shopper agrees to. */
  consents: ConsentPurpose[];
  /** COM35: the channels over which the store can send a code. */
  codeChannels: Channel[];
  pricing: OfferedPricing;
  /** COM37: whether a destination of conversions is active. */
  advertises: boolean;
};

type OfferRow = CheckoutRow & Omit<CheckoutOffer, 'checkout' | 'pricing'> & OfferedPricing;

/** One checkout with its shopper, options and methods, or undefined. Options are in display order. */
export async function checkoutOfferFind(db: Queryable, checkoutId: string): Promise<CheckoutOffer | undefined> {
  const rows = await queryRows<OfferRow>(db, {
    name: 'checkout-offer-find',
    text: `
      select ${checkoutColumns},
        case when ${hasShopper} then (select row_to_json(x) from (select ${shopperColumns}) x) end as shopper,
        (select coalesce(json_agg(o), '[]') from (
          select ${shippingOptionColumns} from shipping_options o where o.store_id = c.store_id and o.active
          order by o.created_at, o.shipping_option_id) o) as "shippingOptions",
        (select coalesce(json_agg(m), '[]') from (
          select m.method, a.provider, a.account_id as "accountId", a.settings,
            ${milliseconds('a.down_until')} as "downUntil",
            (select row_to_json(f) from (select b.provider, b.account_id as "accountId", b.settings
               from payment_accounts b where b.account_id = m.fallback_account_id) f) as fallback
          from payment_methods m join payment_accounts a using (account_id) where m.store_id = c.store_id
          order by array_position(array['pix', 'boleto', 'card'], m.method)) m) as methods,
        (select coalesce(json_agg(purpose order by purpose), '[]') from shopper_consents
          where checkout_id = c.checkout_id and granted) as consents,
        (select coalesce(json_agg(channel), '[]') from connections n where n.store_id = c.store_id and n.active) as "codeChannels",
        ${priceRulesJson('c.store_id')} as rules,
        exists (select from coupons where store_id = c.store_id and active) as "hasCoupons",
        (select row_to_json(p) from (
          select ${couponColumns}, exists (
            select from coupon_uses u join orders on orders.order_id = u.order_id
            where orders.checkout_id = c.checkout_id and u.coupon_id = p.coupon_id and u.state <> 'released') as "isHeld"
          from coupons p where p.store_id = c.store_id and p.code = s.coupon_code and p.active) p) as coupon,
        (select row_to_json(b) from (
          select ${orderBumpColumns} from order_bumps b where b.store_id = c.store_id and b.active) b) as bump,
        exists (select from conversion_destinations d where d.store_id = c.store_id and d.active) as advertises,
        (select row_to_json(f) from (
          select ${freightSettingsColumns}, f.origin_zipcode is not null and exists (
            select from freight_accounts a where a.store_id = f.store_id) as "hasCarriers"
          from freight_settings f where f.store_id = c.store_id) f) as "storeFreight",
        coalesce(s.freight, '[]') as quotes
      from ${shopperTables} where c.checkout_id = $1`,
    values: [checkoutId],
  });
  const row = rows[0];
  if (!row) return undefined;
  const { shopper, shippingOptions, storeFreight, quotes, methods, consents, codeChannels, advertises, ...rest } = row;
  const { rules, coupon, hasCoupons, bump, ...checkout } = rest;
  const pricing = { rules, coupon, hasCoupons, bump };
  return {
    checkout,
    shopper,
    shippingOptions,
    storeFreight,
    quotes,
    methods,
    consents,
    codeChannels,
    advertises,
    pricing,
  };
}

/** The order of a checkout with its payments, the last asked for first; undefined if there is no order. */
export async function orderWithPaymentsFind(
  db: Queryable,
  checkoutId: string,
): Promise<{ order: OrderRow; payments: PaymentRow[] } | undefined> {
  const rows = await queryRows<OrderRow & { payments: PaymentRow[] }>(db, {
    name: 'order-with-payments-find',
    text: `
      select ${orderColumns},
        (select coalesce(json_agg(p), '[]') from (
          select ${paymentColumns} from payments p where p.order_id = orders.order_id
          order by ${paymentOrder}) p) as payments
      from orders where checkout_id = $1`,
    values: [checkoutId],
  });
  const row = rows[0];
  if (!row) return undefined;
  const { payments, ...order } = row;
  return { order, payments };
}
