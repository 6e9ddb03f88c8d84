import { execute, queryOneValue } from '../../../packages/server/src/base/postgres/query.ts';
import type { Database } from '../../../packages/server/src/base/postgres/pool.ts';

const atOnce = 20_000;

/** Copies a checkout until the tables have so many megabytes, without contacts. Returns the size. */
export async function fillTo(db: Database, megabytes: number, checkoutId: string): Promise<number> {
  for (let from = 0; ; from += atOnce) {
    const size = await queryOneValue<number>(db, {
      text: `select (sum(pg_total_relation_size(oid)) / 1e6)::int as megabytes from pg_class
             where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
    });
    if (size >= megabytes) return size;
    await execute(db, {
      text: `insert into checkouts (checkout_id, store_id, cart_token, state, subtotal_cents, discount_cents, total_cents, signed, request)
             select overlay(checkout_id::text placing lpad(to_hex(i), 12, '0') from 25)::uuid, store_id, 'copy-' || i, state,
               subtotal_cents, discount_cents, total_cents, signed, request
             from checkouts, generate_series($2::int, $3::int) i where checkout_id = $1`,
      values: [checkoutId, from, from + atOnce - 1],
    });
  }
}
