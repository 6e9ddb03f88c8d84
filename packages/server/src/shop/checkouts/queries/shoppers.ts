import { searchKey } from '../../../base/crypto/contact-hash.ts';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import { shiftedInstant } from '../../../base/postgres/driver/shifted-instant.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryColumn, queryRow, queryRows } from '../../../base/postgres/query.ts';

// A shopper is one row of `shoppers`, from the first visit on, and the lead columns of its checkout. Both are written under the lock of the
// checkout, so a reader that holds the lock sees their current state.

/** The known data of a person at a checkout; the data of the request is unchecked. */
export type ShopperCustomer = Partial<Record<'name' | 'email' | 'phone' | 'document', string | null | undefined>>;

/** The shipping address, as `Address` of packages/commerce; unknown members are missing. */
export type ShopperAddress = Partial<
  Record<'zipcode' | 'street' | 'number' | 'complement' | 'neighborhood' | 'city' | 'state', string>
>;

/** The browser, and the shopper's referrer and campaign. Unknown members are missing. */
export type ShopperBrowser = {
  ip?: string;
  name?: string;
  os?: string;
  device?: 'mobile' | 'tablet' | 'desktop';
  referrer?: string;
  utms?: Partial<Record<'source' | 'medium' | 'campaign' | 'content' | 'term', string>>;
};

/** The shopper of a checkout. Instants in milliseconds since 1970. */
export type ShopperRow = {
  checkoutId: string;
  storeId: string;
  customer: ShopperCustomer | null;
  address: ShopperAddress | null;
  shippingOptionId: string | null;
  /** COM28: the coupon that the shopper entered, in capital letters. */
  couponCode: string | null;
  /** COM30: the order bump that the shopper accepted. */
  bumpId: string | null;
  browser: ShopperBrowser | null;
  activeAt: number;
  /** COM1: when an e-mail address or a phone number was first stored. */
  capturedAt: number | null;
  /** COM3: when the checkout becomes abandoned without further activity; null: it cannot become abandoned. */
  abandonAt: number | null;
  abandonedAt: number | null;
};

/** The members of a shopper of whom nothing is known yet. */
export const blankShopper = {
  customer: null,
  address: null,
  shippingOptionId: null,
  couponCode: null,
  bumpId: null,
  browser: null,
  capturedAt: null,
  abandonAt: null,
  abandonedAt: null,
} as const satisfies Partial<ShopperRow>;

/** The members of a `ShopperRow` as columns of `shopperTables`. */
export const shopperColumns = `
  c.checkout_id as "checkoutId", c.store_id as "storeId", coalesce(s.customer, requested.customer) as customer, s.address,
  s.shipping_option_id as "shippingOptionId", s.coupon_code as "couponCode", s.bump_id as "bumpId", s.browser, ${milliseconds('coalesce(s.active_at, c.captured_at)')} as "activeAt",
  ${milliseconds('c.captured_at')} as "capturedAt", ${milliseconds('a.abandon_at')} as "abandonAt",
  ${milliseconds('c.abandoned_at')} as "abandonedAt"`;

/**
 * A checkout `c` and its row of shoppers `s`, if there is one. `requested.customer`: the customer of the request, for a lead who never
 * visited the page. `a.abandon_at`: activity does not update the abandonment time, so the time is computed here from the last activity
 * (COM3).
 */
export const shopperTables = `
  checkouts c left join shoppers s on s.checkout_id = c.checkout_id
  cross join lateral (select case when c.captured_at is not null and s.customer is null
    then requested_lead(c.request) end as customer) requested
  cross join lateral (select case when c.abandon_at is not null then greatest(c.abandon_at, s.active_at + (
    select make_interval(mins => abandon_minutes) from stores where store_id = c.store_id)) end as abandon_at) a`;

/** A checkout has a shopper once a lead is captured or its page was opened. */
export const hasShopper = '(s.checkout_id is not null or c.captured_at is not null)';

/** The shopper of a checkout, or undefined. */
export const shopperFind = (db: Queryable, checkoutId: string): Promise<ShopperRow | undefined> =>
  queryRow(db, {
    name: 'shopper-find',
    text: `select ${shopperColumns} from ${shopperTables} where c.checkout_id = $1 and ${hasShopper}`,
    values: [checkoutId],
  });

/** Writes a shopper, and reopens an abandoned checkout (COM5). The caller must hold the checkout's lock. */
export async function shopperWrite(db: Queryable, shopper: ShopperRow): Promise<void> {
  const { customer } = shopper;
  const capturedAt = timeOf(shopper.capturedAt);
  await execute(db, {
    name: 'shopper-write',
    text: `
      insert into shoppers (checkout_id, store_id, customer, address, shipping_option_id, browser, active_at, coupon_code, bump_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (checkout_id) do update set
        customer = excluded.customer, address = excluded.address, shipping_option_id = excluded.shipping_option_id,
        browser = excluded.browser, active_at = excluded.active_at, coupon_code = excluded.coupon_code, bump_id = excluded.bump_id`,
    values: [
      shopper.checkoutId,
      shopper.storeId,
      json(customer),
      json(shopper.address),
      shopper.shippingOptionId,
      json(shopper.browser),
      timeOf(shopper.activeAt),
      shopper.couponCode,
      shopper.bumpId,
    ],
  });
  await execute(db, {
    name: 'shopper-write-lead',
    text: `
      update checkouts set captured_at = $2, email_key = $3, phone_key = $4, abandon_at = $5, abandoned_at = $6,
        state = case when state = 'abandoned' then 'open' else state end
      where checkout_id = $1 and (state = 'abandoned'
        or (captured_at, email_key, phone_key, abandon_at, abandoned_at) is distinct from
          ($2::timestamptz, $3::text, $4::text, $5::timestamptz, $6::timestamptz))`,
    values: [
      shopper.checkoutId,
      capturedAt,
      capturedAt && searchKey('email', customer?.email),
      capturedAt && searchKey('phone', customer?.phone),
      timeOf(shopper.abandonAt),
      timeOf(shopper.abandonedAt),
    ],
  });
}

const json = (value: object | null): string | null => value && JSON.stringify(value);
const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/**
 * Records a visit of a checkout's page, in one statement. The first known campaign and referrer stay; all other browser data is replaced by
 * the newest. An abandoned checkout is open again (COM5). If no abandonment time is set and the checkout can be abandoned, it is set; a set
 * one is moved when it is reached (COM3). False if there is no such checkout.
 */
export const shopperTouch = (
  db: Queryable,
  { checkoutId, browser, at }: { checkoutId: string; browser: ShopperBrowser; at: number },
): Promise<boolean> =>
  affectsOne(db, {
    name: 'shopper-touch',
    text: `
      with held as materialized (
        select checkout_id, store_id, state, abandon_at is null and captured_at is not null and abandoned_at is null
          and state not in ('paid', 'expired') as may_set
        from checkouts where checkout_id = $1 for update),
      clock as materialized (
        select checkout_id, ${shiftedInstant(
          '$3::timestamptz',
          `make_interval(mins => (
          select abandon_minutes from stores where store_id = held.store_id))`,
        )} as rings
        from held where may_set and not exists (
          select from orders o where o.checkout_id = held.checkout_id and o.status in ('pending', 'processing', 'paid'))),
      changed as (
        update checkouts c set abandon_at = coalesce((select rings from clock), c.abandon_at),
          state = case when c.state = 'abandoned' then 'open' else c.state end
        from held where c.checkout_id = held.checkout_id and (held.state = 'abandoned' or exists (select from clock)))
      insert into shoppers as s (checkout_id, store_id, browser, active_at)
      select checkout_id, store_id, $2, $3 from held
      on conflict (checkout_id) do update set
        browser = (coalesce(s.browser::jsonb, '{}') || (excluded.browser::jsonb
          - case when s.browser ->> 'referrer' is null then '' else 'referrer' end
          - case when s.browser ->> 'utms' is null then '' else 'utms' end))::json,
        active_at = excluded.active_at`,
    values: [checkoutId, JSON.stringify(browser), timeOf(at)],
  });

/** An abandoned checkout, with the data of its event. Amounts in cents; `customer` is JSON text. */
export type Abandoned = {
  checkoutId: string;
  storeId: string;
  cartToken: string;
  subtotal: number;
  discount: number;
  total: number;
  customer: string | null;
};

/** Up to `limit` checkouts whose abandonment time has passed (COM3), earliest first. Locks nothing. */
export const shopperListDue = (db: Queryable, now: number, limit: number): Promise<string[]> =>
  queryColumn(db, {
    name: 'shopper-list-due',
    text: `select checkout_id as "checkoutId" from checkouts where abandon_at <= $1 order by abandon_at limit $2`,
    values: [timeOf(now), limit],
  });

/** COM3: whether the person of a checkout, by a condition of their orders, ordered or paid in another one after the last activity. */
const boughtSince = (condition: string): string => `exists (
              select from orders o where o.store_id = c.store_id and ${condition} and o.status in ('pending', 'processing', 'paid')
                and coalesce(o.paid_at, o.created_at) >= coalesce(s.active_at, c.captured_at))`;

/**
 * COM3: abandons checkouts whose abandonment time has passed. The caller holds the locks of all of them; this must be a separate statement,
 * so that it sees everything committed before the locks were granted. With activity since, the abandonment time is moved. Without, it is
 * cleared, and the checkouts that can be abandoned get the state. Returns those. A person is known by e-mail address or phone; another
 * order of that person that commits at the same moment may be missed.
 */
export const shopperAbandon = (db: Queryable, checkoutIds: readonly string[], now: number): Promise<Abandoned[]> =>
  queryRows(db, {
    name: 'shopper-abandon',
    text: `
      with due as materialized (
        select c.checkout_id, c.store_id, c.cart_token, c.subtotal_cents, c.discount_cents, c.total_cents,
          coalesce(s.customer, requested.customer) as customer, case when a.abandon_at > $2 then a.abandon_at end as moved_to,
          a.abandon_at <= $2 and c.state in ('open', 'ordered')
            and not exists (
              select from orders o where o.checkout_id = c.checkout_id and o.status in ('pending', 'processing', 'paid'))
            and not exists (
              select from checkouts n where n.store_id = c.store_id and n.cart_token = c.cart_token and n.has_request_token
                and n.checkout_id > c.checkout_id)
            and not ${boughtSince('o.buyer = md5(c.email_key)::uuid')}
            and not ${boughtSince("o.customer is not null and phone_key(sanitize_json(o.customer)->>'phone') = c.phone_key")}
            as is_left
        from ${shopperTables}
        where c.checkout_id = any($1::uuid[]) and c.abandon_at <= $2),
      changed as (
        update checkouts c set abandon_at = due.moved_to, abandoned_at = case when is_left then $2::timestamptz end,
          state = case when is_left then 'abandoned' else state end
        from due where c.checkout_id = due.checkout_id)
      select checkout_id as "checkoutId", store_id as "storeId", cart_token as "cartToken", subtotal_cents as subtotal,
        discount_cents as discount, total_cents as total, customer::text as customer
      from due where is_left`,
    values: [checkoutIds, timeOf(now)],
  });
