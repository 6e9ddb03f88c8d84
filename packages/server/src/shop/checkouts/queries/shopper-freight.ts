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
      select checkout_id, store_id, json_build_array($2::json), to_timestamp($4 / 1000.0) from held
      on conflict (checkout_id) do update set freight = (
        select json_agg(one order by place) from (
          select $2::json as one, 0 as place
          union all
          select one, place from json_array_elements(coalesce(s.freight, '[]')) with ordinality as earlier (one, place)
          where one->>'subject' <> $3
          order by place limit ${longest}) newest)`,
    values: [checkoutId, JSON.stringify(freight), freight.subject, freight.at],
  });
