import type { Queryable } from '../pool.ts';

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

/** One prepared statement for each number of rows: VALUES beats unnest for values of kilobytes. */
function insertStatement(rows: number, again: boolean): { name: string; text: string } {
  const row = (at: number): string =>
    `(${Array.from({ length: width }, (_, column) => `$${at + column + 1}`).join(',')})`;
  const values = Array.from({ length: rows }, (_, index) => row(index * width)).join(',');
  return {
    name: `checkout-insert-${rows}${again ? '-again' : ''}`,
    text: `insert into checkouts (${columns}) values ${values}${again ? ' on conflict (checkout_id) do nothing' : ''}`,
  };
}

const statements = {
  first: new Map<number, ReturnType<typeof insertStatement>>(),
  again: new Map<number, ReturnType<typeof insertStatement>>(),
};

/**
 * Stores all of them in one statement. `again`: some may be there already, from an attempt whose outcome is unknown, and are
 * left as they are; not the rule, because PostgreSQL then writes more for each row.
 */
export async function checkoutInsertMany(
  db: Queryable,
  checkouts: readonly NewCheckout[],
  again: boolean,
): Promise<void> {
  const known = again ? statements.again : statements.first;
  let statement = known.get(checkouts.length);
  if (!statement) known.set(checkouts.length, (statement = insertStatement(checkouts.length, again)));
  const values: unknown[] = [];
  for (const checkout of checkouts) values.push(...valuesOf(checkout));
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
        returning 1)
      insert into checkouts (${columns})
      select $1::uuid, $2::uuid, $3, $4::bigint, $5::bigint, $6::bigint, $7::boolean, $8::json from claimed`,
    values: [...valuesOf(checkout), answer.idempotencyKey, answer.bodySha256, answer.response],
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

/** A stored checkout, with the body it was made from. */
export type CheckoutRow = Omit<NewCheckout, 'request'> & { request: string; state: string; createdAt: Date };

/** One checkout, or undefined. */
export async function checkoutFind(db: Queryable, checkoutId: string): Promise<CheckoutRow | undefined> {
  const { rows } = await db.query<CheckoutRow>({
    name: 'checkout-find',
    text: `select checkout_id as "checkoutId", store_id as "storeId", cart_token as "cartToken", state,
             subtotal_cents as subtotal, discount_cents as discount, total_cents as total, signed,
             request::text as request, created_at as "createdAt"
           from checkouts where checkout_id = $1`,
    values: [checkoutId],
  });
  return rows[0];
}

/** Locks a checkout of a store until the transaction ends; false where the store has no such checkout. */
export async function checkoutLock(db: Queryable, storeId: string, checkoutId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'checkout-lock',
    text: 'select from checkouts where checkout_id = $1 and store_id = $2 for update',
    values: [checkoutId, storeId],
  });
  return rowCount === 1;
}
