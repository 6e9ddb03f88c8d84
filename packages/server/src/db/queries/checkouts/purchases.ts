import type { PaymentMethod, ShippingOption } from '@retoma/commerce';
import type { Queryable } from '../../pool.ts';
import { queryRows } from '../../query.ts';
import { checkoutColumns, type CheckoutRow } from './checkouts.ts';
import { orderColumns, type OrderRow } from '../orders/orders.ts';
import { paymentColumns, type PaymentRow } from '../orders/payments.ts';
import { shippingOptionColumns } from '../stores/shipping-options.ts';
import type { ConsentPurpose } from './shopper-consents.ts';
import { hasShopper, shopperColumns, shopperTables, type ShopperRow } from './shoppers.ts';

/** A payment method that a store offers, with its account. `settings` are public; credentials are not included. */
export type OfferedMethod = {
  method: PaymentMethod;
  provider: string;
  accountId: string;
  settings: Record<string, unknown>;
};

/** A checkout with its shopper, and the options and methods of its store. */
export type CheckoutOffer = {
  checkout: CheckoutRow;
  shopper: ShopperRow | null;
  shippingOptions: ShippingOption[];
  methods: OfferedMethod[];
  /** COM36: what the shopper agrees to. */
  consents: ConsentPurpose[];
};

type OfferRow = CheckoutRow & Omit<CheckoutOffer, 'checkout'>;

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
          select m.method, a.provider, a.account_id as "accountId", a.settings
          from payment_methods m join payment_accounts a using (account_id) where m.store_id = c.store_id
          order by array_position(array['pix', 'boleto', 'card'], m.method)) m) as methods,
        (select coalesce(json_agg(purpose order by purpose), '[]') from shopper_consents
          where checkout_id = c.checkout_id and granted) as consents
      from ${shopperTables} where c.checkout_id = $1`,
    values: [checkoutId],
  });
  const row = rows[0];
  if (!row) return undefined;
  const { shopper, shippingOptions, methods, consents, ...checkout } = row;
  return { checkout, shopper, shippingOptions, methods, consents };
}

/** The order of a checkout with its payments, newest first; undefined if there is no order. */
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
          order by p.created_at desc, p.payment_id desc) p) as payments
      from orders where checkout_id = $1`,
    values: [checkoutId],
  });
  const row = rows[0];
  if (!row) return undefined;
  const { payments, ...order } = row;
  return { order, payments };
}
