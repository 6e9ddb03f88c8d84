import { float8Array, jsonArray, textArray, uuidArray } from '../binary-array.ts';
import type { Queryable } from '../pool.ts';
import type { SweepPortion, VisitPortion } from './retention.ts';

/** A checkout to be stored. Amounts are in cents; `request` is the body as it came, JSON in UTF-8. */
export type NewCheckout = {
  checkoutId: string;
  storeId: string;
  cartToken: string;
  subtotal: number;
  discount: number;
  total: number;
  signed: boolean;
  request: Buffer;
  /** A6: the token came with the request, so older checkouts of the cart may have it too. */
  isTokenGiven: boolean;
  lead: NewLead | null;
};

/** E1: the lead that a request told of, with the event that is written with it. Instants in milliseconds since 1970. */
export type NewLead = {
  eventId: string;
  /** JSON text: who it is. */
  customer: string;
  /** JSON text: what the event tells. */
  data: string;
  at: number;
  abandonAt: number;
};

const columns =
  'checkout_id, store_id, cart_token, subtotal_cents, discount_cents, total_cents, signed, request' as const;
const width = 8;

const valuesOf = (checkout: NewCheckout): unknown[] => [
  checkout.checkoutId,
  checkout.storeId,
  checkout.cartToken,
  checkout.subtotal,
  checkout.discount,
  checkout.total,
  checkout.signed,
  checkout.request,
];

/**
 * What is stored beside checkouts, as common table expressions with parameters from `first` on; `woken` must be read. All of it is new
 * with them, or was stored with them by an earlier attempt. `from`: what it depends on.
 */
function besides(first: number, { again, from = '' }: { again: boolean; from?: string }): string {
  const parameter = (index: number): string => `$${first + index}`;
  const unlessThere = again ? 'on conflict do nothing' : '';
  return `
    leads as (
      select * from unnest(${parameter(0)}::uuid[], ${parameter(1)}::uuid[], ${parameter(2)}::uuid[], ${parameter(3)}::json[],
        ${parameter(4)}::json[], ${parameter(5)}::float8[], ${parameter(6)}::float8[])
        as l (checkout_id, store_id, event_id, customer, data, at, abandon_at)${from}),
    captured as (
      insert into shoppers (checkout_id, store_id, customer, active_at, captured_at, abandon_at)
      select checkout_id, store_id, customer, to_timestamp(at / 1000), to_timestamp(at / 1000), to_timestamp(abandon_at / 1000)
      from leads ${unlessThere}),
    told as (
      insert into events (event_id, store_id, type, subject, checkout_id, occurred_at, data)
      select event_id, store_id, 'lead.created', 'checkout ' || checkout_id, checkout_id, to_timestamp(at / 1000), data
      from leads ${unlessThere} returning store_id, event_id),
    queued as (insert into event_queue (store_id, event_id) select store_id, event_id from told returning 1),
    newest as (
      insert into cart_tokens as t (store_id, cart_token, checkout_id)
      select distinct on (store_id, cart_token) store_id, cart_token, checkout_id
      from unnest(${parameter(7)}::uuid[], ${parameter(8)}::text[], ${parameter(9)}::uuid[]) as g (store_id, cart_token, checkout_id)${from}
      order by store_id, cart_token, checkout_id desc
      on conflict (store_id, cart_token) do update set checkout_id = excluded.checkout_id
        where t.checkout_id < excluded.checkout_id),
    woken as (select pg_notify('retoma_work', '') from (select from queued limit 1) one)`;
}

const besidesOf = (checkouts: readonly NewCheckout[]): unknown[] => {
  const leads = checkouts.flatMap(({ checkoutId, storeId, lead }) => (lead ? [{ checkoutId, storeId, ...lead }] : []));
  const given = checkouts.filter(({ isTokenGiven }) => isTokenGiven);
  return [
    uuidArray(leads.map(({ checkoutId }) => checkoutId)),
    uuidArray(leads.map(({ storeId }) => storeId)),
    uuidArray(leads.map(({ eventId }) => eventId)),
    jsonArray(leads.map(({ customer }) => customer)),
    jsonArray(leads.map(({ data }) => data)),
    float8Array(leads.map(({ at }) => at)),
    float8Array(leads.map(({ abandonAt }) => abandonAt)),
    uuidArray(given.map(({ storeId }) => storeId)),
    textArray(given.map(({ cartToken }) => cartToken)),
    uuidArray(given.map(({ checkoutId }) => checkoutId)),
  ];
};

type Statement = { name: string; text: string };

/** One prepared statement for each number of rows: VALUES beats unnest for values of kilobytes. */
function insertStatement(rows: number, { again, alone }: { again: boolean; alone: boolean }): Statement {
  const row = (at: number): string =>
    `(${Array.from({ length: width }, (_, column) => `$${at + column + 1}`).join(',')})`;
  const values = Array.from({ length: rows }, (_, index) => row(index * width)).join(',');
  const insert = `insert into checkouts (${columns}) values ${values}${again ? ' on conflict (checkout_id) do nothing' : ''}`;
  const name = `checkout-insert-${rows}${again ? '-again' : ''}${alone ? '-alone' : ''}`;
  return {
    name,
    text: alone ? insert : `with made as (${insert}), ${besides(rows * width + 1, { again })} select from woken`,
  };
}

const statements = new Map<string, Statement>();

/**
 * Stores all of them in one statement, each with its lead and the event of it (E1, E6), and as the newest of its cart (A6). `again`:
 * some may be there already, from an attempt whose outcome is unknown, and are left as they are; not the rule, because PostgreSQL
 * then writes more for each row.
 */
export async function checkoutInsertMany(
  db: Queryable,
  checkouts: readonly NewCheckout[],
  again: boolean,
): Promise<void> {
  const alone = checkouts.every(({ lead, isTokenGiven }) => !lead && !isTokenGiven);
  const key = `${checkouts.length} ${again} ${alone}`;
  let statement = statements.get(key);
  if (!statement) statements.set(key, (statement = insertStatement(checkouts.length, { again, alone })));
  const values: unknown[] = [];
  for (const checkout of checkouts) values.push(...valuesOf(checkout));
  if (!alone) values.push(...besidesOf(checkouts));
  await db.query({ ...statement, values });
}

/** A request that carries an Idempotency-Key, and what to answer to it from now on. */
export type IdempotentAnswer = { storeId: string; idempotencyKey: string; bodySha256: Buffer; response: string };

/**
 * A7: stores the checkout and the answer under its key, both or none. False where the key is taken by a request of the
 * last 24 hours; a request that holds it uncommitted in another process is waited for.
 */
export async function checkoutInsertOnce(
  db: Queryable,
  checkout: NewCheckout,
  answer: IdempotentAnswer,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'checkout-insert-once',
    text: `
      with claimed as (
        insert into idempotency_keys (store_id, idempotency_key, body_sha256, response) values ($2, $9, $10, $11)
        on conflict (store_id, idempotency_key) do update
          set body_sha256 = excluded.body_sha256, response = excluded.response, created_at = now()
          where idempotency_keys.created_at < now() - interval '24 hours'
        returning 1),
      made as (
        insert into checkouts (${columns})
        select $1::uuid, $2::uuid, $3, $4::bigint, $5::bigint, $6::bigint, $7::boolean, $8::json from claimed),
      ${besides(12, { again: false, from: ', claimed' })}
      select (select count(*) from woken) from claimed`,
    values: [
      ...valuesOf(checkout),
      answer.idempotencyKey,
      answer.bodySha256,
      answer.response,
      ...besidesOf([checkout]),
    ],
  });
  return rowCount === 1;
}

/** A7: what was answered under this key, and the hash of the body it was answered to. */
export async function idempotentAnswerFind(
  db: Queryable,
  storeId: string,
  idempotencyKey: string,
): Promise<Pick<IdempotentAnswer, 'bodySha256' | 'response'> | undefined> {
  const { rows } = await db.query<Pick<IdempotentAnswer, 'bodySha256' | 'response'>>({
    name: 'idempotent-answer-find',
    text: `select body_sha256 as "bodySha256", response from idempotency_keys
           where store_id = $1 and idempotency_key = $2`,
    values: [storeId, idempotencyKey],
  });
  return rows[0];
}

/** Deletes keys older than 24 hours, at most `limit` of them so that no lock is held long. Answers how many. */
export async function idempotentAnswerPurge(db: Queryable, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from idempotency_keys where (store_id, idempotency_key) in (
       select store_id, idempotency_key from idempotency_keys
       where created_at < now() - interval '24 hours' limit $1 for update skip locked)`,
    [limit],
  );
  return rowCount ?? 0;
}

/** E5: where a checkout stands. */
export type CheckoutState = 'open' | 'abandoned' | 'ordered' | 'paid' | 'expired';

/** A stored checkout, with the body it was made from. */
export type CheckoutRow = Omit<NewCheckout, 'request' | 'lead' | 'isTokenGiven'> & {
  request: string;
  state: CheckoutState;
  createdAt: Date;
};

/** The members of a `CheckoutRow` as columns of `c`. */
export const checkoutColumns = `
  c.checkout_id as "checkoutId", c.store_id as "storeId", c.cart_token as "cartToken", c.state, c.subtotal_cents as subtotal,
  c.discount_cents as discount, c.total_cents as total, c.signed, c.request::text as request, c.created_at as "createdAt"`;

/** Locks a checkout of a store until the transaction ends; false where the store has no such checkout. */
export async function checkoutLock(db: Queryable, storeId: string, checkoutId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'checkout-lock',
    text: 'select from checkouts where checkout_id = $1 and store_id = $2 for update',
    values: [checkoutId, storeId],
  });
  return rowCount === 1;
}

/** What of a checkout matters to whoever writes its shopper. */
export type CheckoutStanding = Pick<
  CheckoutRow,
  'checkoutId' | 'storeId' | 'cartToken' | 'state' | 'subtotal' | 'discount' | 'total'
>;

/** As `checkoutLock`; answers the checkout as it is under the lock. */
export async function checkoutLockFind(
  db: Queryable,
  storeId: string,
  checkoutId: string,
): Promise<CheckoutStanding | undefined> {
  const { rows } = await db.query<CheckoutStanding>({
    name: 'checkout-lock-find',
    text: `select checkout_id as "checkoutId", store_id as "storeId", cart_token as "cartToken", state,
             subtotal_cents as subtotal, discount_cents as discount, total_cents as total
           from checkouts where checkout_id = $1 and store_id = $2 for update`,
    values: [checkoutId, storeId],
  });
  return rows[0];
}

/** Locks many checkouts until the transaction ends, in the order of their ids; those that somebody has locked are passed over. */
export async function checkoutLockFree(db: Queryable, checkoutIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ checkoutId: string }>({
    name: 'checkout-lock-free',
    text: `select checkout_id as "checkoutId" from checkouts where checkout_id = any($1::uuid[])
           order by checkout_id for update skip locked`,
    values: [checkoutIds],
  });
  return rows.map(({ checkoutId }) => checkoutId);
}

/** E5: an abandoned checkout is open again; its lock must be held. */
export async function checkoutReopen(db: Queryable, checkoutId: string): Promise<void> {
  await db.query(`update checkouts set state = 'open' where checkout_id = $1 and state = 'abandoned'`, [checkoutId]);
}

/**
 * E5: expires checkouts in a range that were neither ordered nor paid, whatever their shoppers did last; and forgets which of a cart
 * was the newest (A6), since the older ones expire too.
 */
export const checkoutExpire: VisitPortion = async (db, { after, before, limit }) => {
  const { rows } = await db.query<SweepPortion>({
    name: 'checkout-expire',
    text: `
      with visited as materialized (
        select checkout_id, store_id, cart_token, state from checkouts
        where checkout_id > $1 and checkout_id < $2 order by checkout_id limit $3),
      forgotten as (
        delete from cart_tokens t using visited v
        where t.store_id = v.store_id and t.cart_token = v.cart_token and t.checkout_id = v.checkout_id),
      free as (
        select c.checkout_id from visited v join checkouts c using (checkout_id)
        where v.state in ('open', 'abandoned') and c.state in ('open', 'abandoned')
        order by c.checkout_id for update of c skip locked),
      expired as (
        update checkouts c set state = 'expired' from free where c.checkout_id = free.checkout_id returning 1),
      quiet as (
        update shoppers s set abandon_at = null from free where s.checkout_id = free.checkout_id and s.abandon_at is not null)
      select (select checkout_id from visited order by checkout_id desc limit 1) as reached,
        (select count(*) from expired) as changed`,
    values: [after, before, limit],
  });
  return rows[0]!;
};
