import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryRow } from '../../../base/postgres/query.ts';
import { shopperTables, type ShopperAddress, type ShopperCustomer } from '../../checkouts/queries/shoppers.ts';
import type { Details } from '../../orders/queries/orders.ts';
import type { Attribution } from '../../../providers/ads/queries/attributions.ts';
import type { ConversionKey, ConversionState } from '../../../providers/ads/queries/conversions.ts';
import type { DestinationRow } from '../../../providers/ads/queries/destinations.ts';

/** All that decides about one conversion, as it is now. Amounts in cents, instants in milliseconds. */
export type ConversionSubject = {
  checkoutId: string;
  orderId: string | null;
  occurredAt: number;
  /** COM36: whether the shopper allows it. */
  isGranted: boolean;
  isLive: boolean;
  account: Pick<DestinationRow, 'destinationId' | 'settings' | 'active' | 'sendsItems'> & {
    credentials: Buffer | null;
  };
  /** The checkout's total and its request; an order's own members replace them. */
  checkoutTotal: number;
  request: string;
  order: {
    status: string;
    total: number | null;
    shippingPrice: number | null;
    customer: Details | null;
    items: readonly Details[] | null;
  } | null;
  customer: ShopperCustomer | null;
  address: ShopperAddress | null;
  attribution: Attribution | null;
  /** The result of the purchase of the same order at the same destination. */
  purchase: ConversionState | null;
};

/** The subject of a conversion; undefined: its account or its checkout is gone. */
export async function conversionSubjectFind(
  db: Queryable,
  { storeId, destination, event, subjectId }: ConversionKey,
): Promise<ConversionSubject | undefined> {
  const row = await queryRow<Omit<ConversionSubject, 'account'> & ConversionSubject['account']>(db, {
    name: 'conversion-subject-find',
    text: `
      select v.checkout_id as "checkoutId", v.order_id as "orderId", ${milliseconds('v.occurred_at')} as "occurredAt",
        exists (select from shopper_consents sc
          where sc.checkout_id = v.checkout_id and sc.purpose = 'advertising' and sc.granted) as "isGranted",
        st.live and st.deleted_at is null as "isLive",
        d.destination_id as "destinationId", d.settings, d.credentials, d.active, d.sends_items as "sendsItems",
        c.total_cents as "checkoutTotal", c.request,
        (select json_build_object('status', o.status, 'total', o.total_cents, 'shippingPrice', o.shipping_cents,
          'customer', o.customer, 'items', o.items) from orders o where o.order_id = v.order_id) as order,
        coalesce(s.customer, requested.customer) as customer, s.address, t.data as attribution,
        (select p.state from conversions p where p.store_id = v.store_id and p.destination = v.destination
          and p.event = 'purchase' and p.subject_id = v.subject_id) as purchase
      from conversions v
      join conversion_destinations d on d.store_id = v.store_id and d.destination = v.destination
      join stores st on st.store_id = v.store_id
      join (${shopperTables}) on c.checkout_id = v.checkout_id
      left join shopper_attributions t on t.checkout_id = v.checkout_id
      where v.store_id = $1 and v.destination = $2 and v.event = $3 and v.subject_id = $4`,
    values: [storeId, destination, event, subjectId],
  });
  if (!row) return undefined;
  const { destinationId, settings, credentials, active, sendsItems, ...subject } = row;
  return { ...subject, account: { destinationId, settings, credentials, active, sendsItems } };
}
