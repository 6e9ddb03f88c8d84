import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryOne, queryOneValue, queryRow, queryRows } from '../../../base/postgres/query.ts';
import type { OrderRow } from '../../orders/queries/orders.ts';
import { deleteOldest } from '../../../base/retention/retention.ts';

// COM35: one-time codes of returning shoppers. Contact and code are keyed hashes. A contact that never bought has rows too, so that nothing
// that a stranger sees depends on it.

/** A code to be stored. Instants in milliseconds. */
export type NewShopperCode = {
  codeId: string;
  storeId: string;
  checkoutId: string;
  contactHash: Buffer;
  /** The same of the mailbox or phone by which codes are counted. */
  countedHash: Buffer;
  /** The paid checkout whose data it opens; null: the contact never bought. */
  earlierCheckoutId: string | null;
  codeHash: Buffer;
  createdAt: number;
  expiresAt: number;
};

/** Locks a mailbox or phone until the transaction ends, so that its codes are counted one after the other. */
export const shopperCodeLock = (db: Queryable, countedHash: Buffer): Promise<void> =>
  execute(db, {
    name: 'shopper-code-lock',
    text: 'select pg_advisory_xact_lock($1::bigint)',
    values: [countedHash.readBigInt64BE(0).toString()],
  });

/** How many codes a mailbox or phone got in the last hour and the last day before `now` (milliseconds). */
export const shopperCodeCount = (
  db: Queryable,
  { storeId, contactHash, countedHash }: Pick<NewShopperCode, 'storeId' | 'contactHash' | 'countedHash'>,
  now: number,
): Promise<{ hour: number; day: number }> =>
  queryOne(db, {
    name: 'shopper-code-count',
    text: `
      select count(*) filter (where created_at > to_timestamp($3 / 1000.0) - interval '1 hour')::int as hour, count(*)::int as day
      from shopper_codes
      where store_id = $1 and (counted_hash = $2 or contact_hash = $4) and created_at > to_timestamp($3 / 1000.0) - interval '1 day'`,
    values: [storeId, countedHash, now, contactHash],
  });

/** Stores a code. The earlier ones of its checkout expire. */
export const shopperCodeInsert = (db: Queryable, code: NewShopperCode): Promise<void> =>
  execute(db, {
    name: 'shopper-code-insert',
    text: `
      with replaced as (
        update shopper_codes set expires_at = to_timestamp($7 / 1000.0)
        where checkout_id = $3 and expires_at > to_timestamp($7 / 1000.0))
      insert into shopper_codes
        (code_id, store_id, checkout_id, contact_hash, earlier_checkout_id, code_hash, created_at, expires_at, counted_hash)
      values ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0), to_timestamp($8 / 1000.0), $9)`,
    values: [
      code.codeId,
      code.storeId,
      code.checkoutId,
      code.contactHash,
      code.earlierCheckoutId,
      code.codeHash,
      code.createdAt,
      code.expiresAt,
      code.countedHash,
    ],
  });

const isOpen = 'expires_at > to_timestamp($2 / 1000.0) and attempts < 5';

/** Whether a code may be typed at a checkout at `now` (milliseconds). */
export const shopperCodeIsOpen = (db: Queryable, checkoutId: string, now: number): Promise<boolean> =>
  queryOneValue(db, {
    name: 'shopper-code-is-open',
    text: `select exists (select from shopper_codes where checkout_id = $1 and ${isOpen}) as open`,
    values: [checkoutId, now],
  });

/** Takes one of the five tries of a checkout's open code, before it is compared; undefined: there is none. */
export const shopperCodeTry = (
  db: Queryable,
  checkoutId: string,
  now: number,
): Promise<Pick<NewShopperCode, 'codeId' | 'codeHash' | 'contactHash' | 'earlierCheckoutId'> | undefined> =>
  queryRow(db, {
    name: 'shopper-code-try',
    text: `
      update shopper_codes set attempts = attempts + 1
      where checkout_id = $1 and ${isOpen}
      returning code_id as "codeId", code_hash as "codeHash", contact_hash as "contactHash", earlier_checkout_id as "earlierCheckoutId"`,
    values: [checkoutId, now],
  });

/** Uses up a code at `now` (milliseconds); false: it was used already. */
export const shopperCodeUse = (db: Queryable, codeId: string, now: number): Promise<boolean> =>
  affectsOne(db, {
    name: 'shopper-code-use',
    text: `update shopper_codes set expires_at = to_timestamp($2 / 1000.0)
     where code_id = $1 and expires_at > to_timestamp($2 / 1000.0)`,
    values: [codeId, now],
  });

/** How many of the newest orders of a contact are read: no one has more unpaid ones since they last bought. */
const newestOrders = 200;

/** How an order is found by its own contact, with an index each. */
const contactOf = {
  email: `buyer = md5($2)::uuid and lower(btrim(sanitize_json(customer)->>'email')) = $2`,
  phone: `customer is not null and phone_key(sanitize_json(customer)->>'phone') = $2`,
} as const;

/**
 * The checkouts of the newest paid orders of a contact, with the contact as it is stored: several phones may have one key. `key`: from
 * `searchKey`.
 */
export const paidContactList = (
  db: Queryable,
  storeId: string,
  kind: 'email' | 'phone',
  key: string,
): Promise<{ checkoutId: string; contact: string | null }[]> =>
  queryRows(db, {
    name: `paid-contact-list-${kind}`,
    text: `
      select checkout_id as "checkoutId", sanitize_json(customer)->>'${kind}' as contact from (
        select order_id, checkout_id, customer, paid_at from orders
        where store_id = $1 and ${contactOf[kind]} order by order_id desc limit $3) newest
      where paid_at is not null and checkout_id is not null
      order by order_id desc`,
    values: [storeId, key, newestOrders],
  });

/** What was bought with at a checkout: the data of its order, and the customer that the store's request named. */
export const boughtFind = (
  db: Queryable,
  checkoutId: string,
): Promise<
  (Pick<OrderRow, 'customer' | 'shipping'> & { requested: Record<string, string | null> | null }) | undefined
> =>
  queryRow(db, {
    name: 'bought-find',
    text: `
      select o.customer, o.shipping, sanitize_json(c.request::json)->'customer' as requested
      from orders o join checkouts c using (checkout_id) where o.checkout_id = $1`,
    values: [checkoutId],
  });

/** Deletes the codes of contacts. */
export const shopperCodeErase = (db: Queryable, storeId: string, contactHashes: readonly Buffer[]): Promise<void> =>
  execute(db, {
    text: 'delete from shopper_codes where store_id = $1 and contact_hash = any($2::bytea[])',
    values: [storeId, contactHashes],
  });

/** Deletes codes that no limit counts any more. */
export const shopperCodePurge = deleteOldest('shopper_codes', 'created_at');
