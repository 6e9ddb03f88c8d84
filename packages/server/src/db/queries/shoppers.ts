import { milliseconds } from '../milliseconds.ts';
import type { Queryable } from '../pool.ts';

// Who writes a shopper holds the lock of its checkout, so that whoever holds that lock reads shoppers as they are.

/** What is known of a person at a checkout; what the request told of them came unchecked. */
export type ShopperCustomer = Partial<Record<'name' | 'email' | 'phone' | 'document', string | null | undefined>>;

/** Where the order goes, as `Address` of packages/commerce; members that were not told yet are missing. */
export type ShopperAddress = Partial<
  Record<'zipcode' | 'street' | 'number' | 'complement' | 'neighborhood' | 'city' | 'state', string>
>;

/** What a browser told of itself, and where its shopper came from. What is not known is missing. */
export type ShopperBrowser = {
  ip?: string;
  name?: string;
  os?: string;
  device?: 'mobile' | 'tablet' | 'desktop';
  referrer?: string;
  utms?: Partial<Record<'source' | 'medium' | 'campaign' | 'content' | 'term', string>>;
};

/** Who is at a checkout. Instants in milliseconds since 1970. */
export type ShopperRow = {
  checkoutId: string;
  storeId: string;
  customer: ShopperCustomer | null;
  address: ShopperAddress | null;
  shippingOptionId: string | null;
  browser: ShopperBrowser | null;
  activeAt: number;
  /** E1: since when an e-mail address or a phone is known. */
  capturedAt: number | null;
  /** E3: when the checkout counts as abandoned unless something happens before; null: it cannot be. */
  abandonAt: number | null;
  abandonedAt: number | null;
};

const instant = (column: string): string => milliseconds(`s.${column}`);

/** The members of a `ShopperRow` as columns of `s`. */
export const shopperColumns = `
  s.checkout_id as "checkoutId", s.store_id as "storeId", s.customer, s.address,
  s.shipping_option_id as "shippingOptionId", s.browser, ${instant('active_at')} as "activeAt",
  ${instant('captured_at')} as "capturedAt", ${instant('abandon_at')} as "abandonAt",
  ${instant('abandoned_at')} as "abandonedAt"`;

/** The shopper of a checkout, or undefined. */
export async function shopperFind(db: Queryable, checkoutId: string): Promise<ShopperRow | undefined> {
  const { rows } = await db.query<ShopperRow>({
    name: 'shopper-find',
    text: `select ${shopperColumns} from shoppers s where s.checkout_id = $1`,
    values: [checkoutId],
  });
  return rows[0];
}

/** Writes all that is known of a shopper; the checkout's lock must be held. */
export async function shopperWrite(db: Queryable, shopper: ShopperRow): Promise<void> {
  await db.query({
    name: 'shopper-write',
    text: `
      insert into shoppers (checkout_id, store_id, customer, address, shipping_option_id, browser, active_at, captured_at,
        abandon_at, abandoned_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      on conflict (checkout_id) do update set
        customer = excluded.customer, address = excluded.address, shipping_option_id = excluded.shipping_option_id,
        browser = excluded.browser, active_at = excluded.active_at, captured_at = excluded.captured_at,
        abandon_at = excluded.abandon_at, abandoned_at = excluded.abandoned_at`,
    values: [
      shopper.checkoutId,
      shopper.storeId,
      json(shopper.customer),
      json(shopper.address),
      shopper.shippingOptionId,
      json(shopper.browser),
      timeOf(shopper.activeAt),
      timeOf(shopper.capturedAt),
      timeOf(shopper.abandonAt),
      timeOf(shopper.abandonedAt),
    ],
  });
}

const json = (value: object | null): string | null => value && JSON.stringify(value);
const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/**
 * Notes that somebody is at a checkout, in one statement. The first campaign and referrer that were told stay, as those that brought
 * the shopper; of everything else in a browser the newest counts. A checkout that was abandoned is open again (E5), and the clock
 * of abandonment starts anew (E3), but where it has rung once or an order is under way. False where there is no such checkout.
 */
export async function shopperTouch(
  db: Queryable,
  { checkoutId, browser, at }: { checkoutId: string; browser: ShopperBrowser; at: number },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'shopper-touch',
    text: `
      with held as (
        select checkout_id, store_id, state from checkouts where checkout_id = $1 for update),
      reopened as (
        update checkouts c set state = 'open' from held where c.checkout_id = held.checkout_id and held.state = 'abandoned')
      insert into shoppers as s (checkout_id, store_id, browser, active_at)
      select checkout_id, store_id, $2, $3 from held
      on conflict (checkout_id) do update set
        browser = (coalesce(s.browser::jsonb, '{}') || excluded.browser::jsonb || jsonb_strip_nulls(jsonb_build_object(
          'referrer', s.browser -> 'referrer', 'utms', s.browser -> 'utms')))::json,
        active_at = excluded.active_at,
        abandon_at = case
          when s.captured_at is not null and s.abandoned_at is null
            and (select state from held) not in ('paid', 'expired')
            and not exists (
              select from orders o where o.checkout_id = s.checkout_id and o.status in ('pending', 'processing', 'paid'))
          then excluded.active_at + make_interval(mins => (select abandon_minutes from stores where store_id = s.store_id))
        end`,
    values: [checkoutId, JSON.stringify(browser), timeOf(at)],
  });
  return rowCount === 1;
}

/** A checkout that was abandoned, with what its event tells. Amounts in cents; `customer` is JSON text. */
export type Abandoned = {
  checkoutId: string;
  storeId: string;
  cartToken: string;
  subtotal: number;
  discount: number;
  total: number;
  customer: string | null;
};

/** Up to `limit` checkouts whose clock of abandonment has rung (E3), the longest ago first. Nothing is locked. */
export async function shopperListDue(db: Queryable, now: number, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ checkoutId: string }>({
    name: 'shopper-list-due',
    text: `select checkout_id as "checkoutId" from shoppers where abandon_at <= $1 order by abandon_at limit $2`,
    values: [timeOf(now), limit],
  });
  return rows.map(({ checkoutId }) => checkoutId);
}

/**
 * E3: judges checkouts whose clock has rung, all of them under their locks: this must be a statement of its own, so that it sees
 * what was committed until they were granted. Those that are abandoned get the state, all of them lose the clock. Answers the former.
 */
export async function shopperAbandon(db: Queryable, checkoutIds: readonly string[], now: number): Promise<Abandoned[]> {
  const { rows } = await db.query<Abandoned>({
    name: 'shopper-abandon',
    text: `
      with due as materialized (
        select s.checkout_id, c.store_id, c.cart_token, c.subtotal_cents, c.discount_cents, c.total_cents, s.customer,
          c.state in ('open', 'ordered')
            and not exists (
              select from orders o where o.checkout_id = s.checkout_id and o.status in ('pending', 'processing', 'paid'))
            and not exists (
              select from cart_tokens t where t.store_id = c.store_id and t.cart_token = c.cart_token
                and t.checkout_id <> c.checkout_id) as is_left
        from shoppers s join checkouts c on c.checkout_id = s.checkout_id
        where s.checkout_id = any($1::uuid[]) and s.abandon_at <= $2),
      stopped as (
        update shoppers s set abandon_at = null, abandoned_at = case when is_left then $2::timestamptz end
        from due where s.checkout_id = due.checkout_id),
      abandoned as (
        update checkouts c set state = 'abandoned' from due where c.checkout_id = due.checkout_id and is_left)
      select checkout_id as "checkoutId", store_id as "storeId", cart_token as "cartToken", subtotal_cents as subtotal,
        discount_cents as discount, total_cents as total, customer::text as customer
      from due where is_left`,
    values: [checkoutIds, timeOf(now)],
  });
  return rows;
}
