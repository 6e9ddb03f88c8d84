import type { QuotedService } from '@retoma/commerce';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne } from '../../../base/postgres/query.ts';

/** COM32: what carriers quoted for a checkout. `subject`: what for, the SHA-256 as hex; `at`: milliseconds since 1970. */
export type StoredFreight = { subject: string; at: number; services: QuotedService[] };

/** How many quotes a checkout has: a shopper who tries out another CEP can go back to the one before. */
const longest = 3;

/** Stores quotes with a checkout, in place of earlier ones for the same. False: there is no such checkout. */
export const shopperFreightSet = (db: Queryable, checkoutId: string, freight: StoredFreight): Promise<boolean> =>
  affectsOne(db, {
    name: 'shopper-freight-set',
    text: `
      with held as materialized (select checkout_id, store_id from checkouts where checkout_id = $1 for update)
      insert into shoppers as s (checkout_id, store_id, freight, active_at)
      select checkout_id, store_id, $2, to_timestamp($3 / 1000.0) from held
      on conflict (checkout_id) do update set freight = jsonb_path_query_array(
        excluded.freight::jsonb
        || jsonb_path_query_array(coalesce(s.freight, '[]')::jsonb, '$[*] ? (@.subject != $subject)', excluded.freight::jsonb->0),
        '$[0 to ${longest - 1}]')::json`,
    values: [checkoutId, JSON.stringify([freight]), freight.at],
  });
