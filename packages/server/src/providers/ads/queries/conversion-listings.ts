import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryRows } from '../../../base/postgres/query.ts';
import type { ConversionKey, ConversionState } from './conversions.ts';

/** A row of the ledger in a list. `cursor`: the list continues after it. */
export type ListedConversion = ConversionKey & {
  checkoutId: string;
  orderId: string | null;
  /** The order's number for the shopper. */
  number: string | null;
  state: ConversionState;
  occurredAt: Date;
  dueAt: Date | null;
  attempts: number;
  attemptedAt: Date | null;
  reason: string | null;
  status: number | null;
  code: string | null;
  message: string | null;
  cursor: string;
};

const micros = "floor(date_part('epoch', c.created_at) * 1000000)::bigint";

/** The newest conversions of a store, those of one state if it is given. `after`: the cursor of the last row of the page before. */
export function conversionPage(
  db: Queryable,
  storeId: string,
  { state, after, limit }: { state?: ConversionState | undefined; after?: string | undefined; limit: number },
): Promise<ListedConversion[]> {
  const [at, subject, event, destination] = after?.split(' ') ?? [];
  return queryRows(db, {
    text: `select c.store_id as "storeId", c.destination, c.event, c.subject_id as "subjectId", c.checkout_id as "checkoutId",
       c.order_id as "orderId", (select o.number from orders o where o.order_id = c.order_id) as number, c.state,
       c.occurred_at as "occurredAt", c.due_at as "dueAt", c.attempts, c.attempted_at as "attemptedAt", c.reason, c.status, c.code,
       c.message, concat_ws(' ', ${micros}, c.subject_id, c.event, c.destination) as cursor
     from conversions c
     where c.store_id = $1 and ($2::text is null or c.state = $2) and ($3::bigint is null or (
       c.created_at <= to_timestamp(($3::bigint + 1) / 1000000.0)
       and (${micros}, c.subject_id, c.event, c.destination) < ($3::bigint, $4::uuid, $5::text, $6::text)))
     order by c.created_at desc, c.subject_id desc, c.event desc, c.destination desc limit $7`,
    values: [storeId, state ?? null, at ?? null, subject ?? null, event ?? null, destination ?? null, limit],
  });
}

/** How many conversions of a destination are in a state. */
export type ConversionCount = { destination: string; state: ConversionState; count: number };

/** The counts of the newest conversions of a store, of at most 10,000, since an instant in milliseconds. */
export const conversionCounts = (db: Queryable, storeId: string, since: number): Promise<ConversionCount[]> =>
  queryRows(db, {
    text: `select destination, state, count(*)::int as count from (
       select destination, state from conversions where store_id = $1 and created_at >= to_timestamp($2 / 1000.0)
       order by created_at desc limit 10000) newest
     group by destination, state`,
    values: [storeId, since],
  });
