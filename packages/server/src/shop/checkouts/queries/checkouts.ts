import { uuidArray } from '../../../base/postgres/driver/binary-array.ts';
import type { Database, Queryable } from '../../../base/postgres/pool.ts';
import {
  affectedRows,
  affectsOne,
  execute,
  queryColumn,
  queryOne,
  queryRow,
  type Statement,
} from '../../../base/postgres/query.ts';
import { inOneTrip, inTransaction } from '../../../base/postgres/transaction.ts';
import type { VisitBatch } from '../../../base/retention/retention.ts';

/** A checkout to be stored. Amounts are in cents; `request` is the unchanged body, JSON in UTF-8. */
export type NewCheckout = {
  checkoutId: string;
  storeId: string;
  cartToken: string;
  subtotal: number;
  discount: number;
  total: number;
  signed: boolean;
  request: Buffer;
  /** CHK6: the request contained the cart token, so older checkouts of the cart may have it too. */
  hasRequestToken: boolean;
  /** Milliseconds since 1970. */
  at: number;
  lead: NewLead | null;
};

/** COM1: the lead of a request. `abandonAt` in milliseconds since 1970. */
export type NewLead = {
  abandonAt: number | null;
  /** Contact keys (contact-hash.ts); null: there is none. */
  emailKey: string | null;
  phoneKey: string | null;
};

const columns = {
  checkout_id: 'uuid',
  store_id: 'uuid',
  cart_token: 'text',
  has_request_token: 'boolean',
  subtotal_cents: 'bigint',
  discount_cents: 'bigint',
  total_cents: 'bigint',
  signed: 'boolean',
  request: 'text',
  // Not left to its default: Citus refuses an insert that selects from a table and calls now().
  created_at: 'timestamptz',
  captured_at: 'timestamptz',
  abandon_at: 'timestamptz',
  email_key: 'text',
  phone_key: 'text',
} as const;
const types = Object.values(columns);

const checkoutValues = ({ lead, ...checkout }: NewCheckout): unknown[] => {
  const at = new Date(checkout.at).toISOString();
  return [
    checkout.checkoutId,
    checkout.storeId,
    checkout.cartToken,
    checkout.hasRequestToken,
    checkout.subtotal,
    checkout.discount,
    checkout.total,
    checkout.signed,
    checkout.request,
    at,
    lead && at,
    lead && lead.abandonAt !== null ? new Date(lead.abandonAt).toISOString() : null,
    lead && lead.emailKey,
    lead && lead.phoneKey,
  ];
};

/** Has one prepared statement for each number of rows: VALUES is faster than unnest for values of kilobytes. */
function checkoutsInsert(checkouts: readonly NewCheckout[], again: boolean): Statement {
  return {
    ...prepared(`checkout-insert-${checkouts.length}${again ? '-again' : ''}`, () =>
      [insertInto, rowsOf(checkouts.length), again ? 'on conflict (checkout_id) do nothing' : ''].join(' '),
    ),
    values: checkouts.flatMap(checkoutValues),
  };
}

/** The same, unless the event of a lead of these stores matters (`listening`): then it stores nothing. */
function checkoutsInsertUnlessAwaited(checkouts: readonly NewCheckout[]): Statement {
  return {
    ...prepared(`checkout-insert-${checkouts.length}-unless-awaited`, () => {
      const stores = `$${checkouts.length * types.length + 1}`;
      return `${insertInto} select * from (${rowsOf(checkouts.length)}) given where not exists (${listening(stores)})`;
    }),
    values: [...checkouts.flatMap(checkoutValues), uuidArray(leadStores(checkouts))],
  };
}

const insertInto = `insert into checkouts (${Object.keys(columns).join(', ')})`;

function rowsOf(count: number): string {
  const row = (at: number): string => `(${types.map((type, column) => `$${at + column + 1}::${type}`).join(',')})`;
  return `values ${Array.from({ length: count }, (_, index) => row(index * types.length)).join(',')}`;
}

/** The stores to which the event of a lead matters: an automation starts with it, or an endpoint takes it (WHK2). */
const listening = (storeIds: string): string =>
  `select store_id from automations where store_id = any(${storeIds}::uuid[]) and trigger_event = 'lead.created' and active
   union all
   select store_id from webhook_endpoints where store_id = any(${storeIds}::uuid[]) and state <> 'deleted'
     and (types is null or 'lead.created' = any(types))`;

const texts = new Map<string, string>();

function prepared(name: string, textOf: () => string): { name: string; text: string } {
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = textOf()));
  return { name, text };
}

/**
 * Inserts the events of leads, and one queue entry for each store, for the stores to which they matter (`listening`, COM6). Returns the rows of the queue.
 */
function leadsInsert(leads: readonly NewCheckout[], again: boolean): Statement {
  return {
    name: `lead-insert${again ? '-again' : ''}`,
    text: `
      with stored as (
        insert into events (event_id, store_id, type, subject, checkout_id, occurred_at, data)
        select event_id, store_id, type, 'checkout ' || checkout_id, checkout_id, occurred_at, data from lead_events
        where exists (${listening('$2')}) and event_id = any($1::uuid[]) and store_id = any(array(${listening('$2')}))
        ${again ? 'on conflict do nothing' : ''} returning event_id, store_id)
      insert into event_queue (store_id, event_id, more)
      select store_id, ids[1], ids[2:]
      from (select store_id, array_agg(event_id order by event_id) as ids from stored group by store_id) waiting
      returning store_id as "storeId"`,
    values: [uuidArray(leads.map(({ checkoutId }) => checkoutId)), uuidArray(leadStores(leads))],
  };
}

/**
 * Stores checkouts without the events of their leads. `again`: some may exist from an attempt with an unknown outcome, and are left
 * unchanged. It is not the default, because PostgreSQL then writes more for each row.
 */
export const checkoutInsertMany = (
  db: Queryable,
  checkouts: readonly NewCheckout[],
  { again }: { again: boolean },
): Promise<void> => execute(db, checkoutsInsert(checkouts, again));

/** The same unless an automation starts with a lead of these checkouts (COM6): then it stores nothing and returns false. */
export const checkoutInsertUnlessAwaited = async (db: Queryable, checkouts: readonly NewCheckout[]): Promise<boolean> =>
  (await affectedRows(db, checkoutsInsertUnlessAwaited(checkouts))) > 0;

/**
 * Stores checkouts and the events of their leads, each if an automation starts with it (COM1, COM6), and then wakes the workers. Returns
 * the stores with such an automation. `db` must have pipelined connections.
 */
export async function checkoutInsertWithLeads(
  db: Database,
  checkouts: readonly NewCheckout[],
  { again }: { again: boolean },
): Promise<string[]> {
  const leads = checkouts.filter(({ lead }) => lead);
  const [, queued] = await inOneTrip(db, [checkoutsInsert(checkouts, again), leadsInsert(leads, again)]);
  if (queued!.rowCount! > 0) notifyWorkers(db);
  return (queued!.rows as { storeId: string }[]).map(({ storeId }) => storeId);
}

/** The stores of the checkouts that have a lead. */
export const leadStores = (checkouts: readonly NewCheckout[]): string[] => [
  ...new Set(checkouts.flatMap(({ lead, storeId }) => (lead ? storeId : []))),
];

/** Does not wait for the notification, and ignores its failure: workers also poll, so a lost one delays a start by one poll. */
function notifyWorkers(db: Queryable): void {
  db.query(`select pg_notify('retoma_queue', current_schema())`).catch(() => {});
}

/** The stored response to a request with an Idempotency-Key, or with a signature. `idempotencyKey`: the name of that claim. */
export type IdempotentAnswer = { storeId: string; idempotencyKey: string; bodySha256: Buffer; response: string };

/**
 * CHK7, CHK11: stores the checkout and the response under each of its claims, all or nothing. False if a request of the last 24 hours has
 * used one of them. Waits for another transaction that holds one uncommitted.
 */
export async function checkoutInsertOnce(
  db: Database,
  checkout: NewCheckout,
  answers: readonly IdempotentAnswer[],
): Promise<boolean> {
  const queued = await inTransaction(db, async (client) => {
    for (const answer of answers) if (!(await claim(client, answer))) throw new ClaimUsed();
    return insertOne(client, checkout);
  }).catch((error: unknown) => {
    if (error instanceof ClaimUsed) return undefined;
    throw error;
  });
  if (queued) notifyWorkers(db);
  return queued !== undefined;
}

/** Rolls back the claims of a request of which one was used. */
class ClaimUsed extends Error {}

const claim = (db: Queryable, { storeId, idempotencyKey, bodySha256, response }: IdempotentAnswer): Promise<boolean> =>
  affectsOne(db, {
    name: 'idempotency-key-claim',
    text: `
      insert into idempotency_keys (store_id, idempotency_key, body_sha256, response) values ($1, $2, $3, $4)
      on conflict (store_id, idempotency_key) do update
        set body_sha256 = excluded.body_sha256, response = excluded.response, created_at = excluded.created_at
        where excluded.created_at - idempotency_keys.created_at > interval '24 hours'`,
    values: [storeId, idempotencyKey, bodySha256, response],
  });

/** Stores a checkout and what `alongside` writes about it, both or none. */
export async function checkoutInsertWith(
  db: Database,
  checkout: NewCheckout,
  alongside: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const queued = await inTransaction(db, async (tx) => {
    const queued = await insertOne(tx, checkout);
    await alongside(tx);
    return queued;
  });
  if (queued > 0) notifyWorkers(db);
}

/** Inserts a checkout with the event of its lead. Returns the number of queue entries. */
async function insertOne(tx: Queryable, checkout: NewCheckout): Promise<number> {
  await execute(tx, checkoutsInsert([checkout], false));
  return checkout.lead ? affectedRows(tx, leadsInsert([checkout], false)) : 0;
}

/** CHK7: the response that is stored under this claim, and the hash of its request's body. */
export const idempotentAnswerFind = (
  db: Queryable,
  storeId: string,
  idempotencyKey: string,
): Promise<Pick<IdempotentAnswer, 'bodySha256' | 'response'> | undefined> =>
  queryRow(db, {
    name: 'idempotent-answer-find',
    text: `select body_sha256 as "bodySha256", response from idempotency_keys
           where store_id = $1 and idempotency_key = $2 and created_at >= now() - interval '24 hours'`,
    values: [storeId, idempotencyKey],
  });

/** Deletes up to `limit` keys older than 24 hours; the limit keeps locks short. Returns how many. */
export const idempotentAnswerPurge = (db: Queryable, limit: number): Promise<number> =>
  affectedRows(db, {
    text: `delete from idempotency_keys where (store_id, idempotency_key) in (
       select store_id, idempotency_key from idempotency_keys
       where created_at < now() - interval '24 hours' limit $1 for update skip locked)`,
    values: [limit],
  });

/** COM5: the state of a checkout. */
export type CheckoutState = 'open' | 'abandoned' | 'ordered' | 'paid' | 'expired';

/** A stored checkout, with the body of its request. */
export type CheckoutRow = Omit<NewCheckout, 'request' | 'at' | 'lead' | 'hasRequestToken'> & {
  request: string;
  state: CheckoutState;
  createdAt: Date;
};

/** The members of a `CheckoutRow` as columns of `c`. */
export const checkoutColumns = `
  c.checkout_id as "checkoutId", c.store_id as "storeId", c.cart_token as "cartToken", c.state, c.subtotal_cents as subtotal,
  c.discount_cents as discount, c.total_cents as total, c.signed, c.request, c.created_at as "createdAt"`;

/** Locks a checkout of a store until the transaction ends; false where the store has no such checkout. */
export const checkoutLock = (db: Queryable, storeId: string, checkoutId: string): Promise<boolean> =>
  affectsOne(db, {
    name: 'checkout-lock',
    text: 'select from checkouts where checkout_id = $1 and store_id = $2 for update',
    values: [checkoutId, storeId],
  });

/** The columns of a checkout that writing its shopper needs. */
export type CheckoutSummary = Pick<
  CheckoutRow,
  'checkoutId' | 'storeId' | 'cartToken' | 'state' | 'subtotal' | 'discount' | 'total'
>;

/** As `checkoutLock`; returns the checkout, read under the lock. */
export const checkoutLockFind = (
  db: Queryable,
  storeId: string,
  checkoutId: string,
): Promise<CheckoutSummary | undefined> =>
  queryRow(db, {
    name: 'checkout-lock-find',
    text: `select checkout_id as "checkoutId", store_id as "storeId", cart_token as "cartToken", state,
             subtotal_cents as subtotal, discount_cents as discount, total_cents as total
           from checkouts where checkout_id = $1 and store_id = $2 for update`,
    values: [checkoutId, storeId],
  });

/** Locks checkouts until the transaction ends, in the order of their ids; skips those that are locked already. Returns the ids. */
export const checkoutLockFree = (db: Queryable, checkoutIds: readonly string[]): Promise<string[]> =>
  queryColumn(db, {
    name: 'checkout-lock-free',
    text: `select checkout_id as "checkoutId" from checkouts where checkout_id = any($1::uuid[])
           order by checkout_id for update skip locked`,
    values: [checkoutIds],
  });

/** API6: expires a checkout without an order. The caller must hold its lock. False: it has one, was paid, or has expired. */
export const checkoutExpireOne = (db: Queryable, checkoutId: string): Promise<boolean> =>
  affectsOne(db, {
    name: 'checkout-expire-one',
    text: `update checkouts set state = 'expired', abandon_at = null
           where checkout_id = $1 and state in ('open', 'abandoned') and not exists (select from orders where checkout_id = $1)`,
    values: [checkoutId],
  });

/** COM5: expires checkouts in a range that were neither ordered nor paid, whatever their shopper's last activity. */
export const checkoutExpire: VisitBatch = (db, { after, before, limit }) =>
  queryOne(db, {
    name: 'checkout-expire',
    text: `
      with visited as materialized (
        select checkout_id, state from checkouts
        where checkout_id > $1 and checkout_id < $2 order by checkout_id limit $3),
      free as (
        select c.checkout_id from visited v join checkouts c using (checkout_id)
        where v.state in ('open', 'abandoned') and c.state in ('open', 'abandoned')
        order by c.checkout_id for update of c skip locked),
      expired as (
        update checkouts c set state = 'expired', abandon_at = null from free where c.checkout_id = free.checkout_id returning 1)
      select (select checkout_id from visited order by checkout_id desc limit 1) as cursor,
        (select count(*) from expired) as changed`,
    values: [after, before, limit],
  });
