import type { Queryable } from '../../pool.ts';
import { affectsOne, execute, queryOneValue, queryRow, queryValue } from '../../query.ts';
import { deleteOldest } from '../privacy/retention.ts';

// COM35: one-time codes of returning shoppers. Contact and code are keyed hashes. A contact that never bought has rows too, so that nothing
// that a stranger sees depends on it.

/** A code to be stored. Instants in milliseconds. */
export type NewShopperCode = {
  codeId: string;
  storeId: string;
  checkoutId: string;
  contactHash: Buffer;
  /** The paid checkout whose data it opens; null: the contact never bought. */
  earlierCheckoutId: string | null;
  codeHash: Buffer;
  createdAt: number;
  expiresAt: number;
};

/** How many codes a contact got in the last hour and the last day before `now` (milliseconds). */
export const shopperCodeCount = (
  db: Queryable,
  { storeId, contactHash }: Pick<NewShopperCode, 'storeId' | 'contactHash'>,
  now: number,
): Promise<{ hour: number; day: number } | undefined> =>
  queryRow(db, {
    name: 'shopper-code-count',
    text: `
      select count(*) filter (where created_at > to_timestamp($3 / 1000.0) - interval '1 hour')::int as hour, count(*)::int as day
      from shopper_codes
      where store_id = $1 and contact_hash = $2 and created_at > to_timestamp($3 / 1000.0) - interval '1 day'`,
    values: [storeId, contactHash, now],
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
        (code_id, store_id, checkout_id, contact_hash, earlier_checkout_id, code_hash, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0), to_timestamp($8 / 1000.0))`,
    values: [
      code.codeId,
      code.storeId,
      code.checkoutId,
      code.contactHash,
      code.earlierCheckoutId,
      code.codeHash,
      code.createdAt,
      code.expiresAt,
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
): Promise<Pick<NewShopperCode, 'codeId' | 'codeHash' | 'earlierCheckoutId'> | undefined> =>
  queryRow(db, {
    name: 'shopper-code-try',
    text: `
      update shopper_codes set attempts = attempts + 1
      where checkout_id = $1 and ${isOpen}
      returning code_id as "codeId", code_hash as "codeHash", earlier_checkout_id as "earlierCheckoutId"`,
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

/** How many of the newest checkouts of a contact are read: no one has more open ones since they last bought. */
const newestCheckouts = 200;

/** The newest checkout of a contact that was paid; `key`: from `searchKey`. Undefined: the contact never bought. */
export const paidCheckoutFind = (
  db: Queryable,
  storeId: string,
  kind: 'email' | 'phone',
  key: string,
): Promise<string | undefined> =>
  queryValue(db, {
    name: `paid-checkout-find-${kind}`,
    text: `
      select checkout_id as "checkoutId" from (
        select checkout_id from checkouts where store_id = $1 and ${kind}_key = $2 order by checkout_id desc limit $3) newest
      where exists (select from orders o where o.checkout_id = newest.checkout_id and o.paid_at is not null)
      order by checkout_id desc limit 1`,
    values: [storeId, key, newestCheckouts],
  });

/** Deletes the codes of contacts. */
export const shopperCodeErase = (db: Queryable, storeId: string, contactHashes: readonly Buffer[]): Promise<void> =>
  execute(db, {
    text: 'delete from shopper_codes where store_id = $1 and contact_hash = any($2::bytea[])',
    values: [storeId, contactHashes],
  });

/** Deletes codes that no limit counts any more. */
export const shopperCodePurge = deleteOldest('shopper_codes', 'created_at');
