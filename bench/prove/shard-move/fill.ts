import { execute } from '../../../packages/server/src/base/postgres/query.ts';
import type { Database } from '../../../packages/server/src/base/postgres/pool.ts';

const atOnce = 20_000;

/** Copies a checkout, without contacts, until `measure` finds so many bytes. Returns the size in megabytes. */
export async function fillTo(
  db: Database,
  megabytes: number,
  checkoutId: string,
  measure: () => Promise<number>,
): Promise<number> {
  for (let from = 0; ; from += atOnce) {
    const bytes = await measure();
    if (bytes >= megabytes * 1e6) return Math.round(bytes / 1e6);
    await execute(db, {
      text: `insert into checkouts (checkout_id, store_id, cart_token, state, subtotal_cents, discount_cents, total_cents, signed, request,
               created_at)
             select overlay(checkout_id::text placing lpad(to_hex(i), 12, '0') from 25)::uuid, store_id, 'copy-' || i::text, state,
               subtotal_cents, discount_cents, total_cents, signed, request, created_at
             from checkouts, generate_series($2::int, $3::int) i where checkout_id = $1`,
      values: [checkoutId, from, from + atOnce - 1],
    });
  }
}
