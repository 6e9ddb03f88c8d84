import type { Queryable } from '../../base/postgres/pool.ts';
import { queryOneValue } from '../../base/postgres/query.ts';

/**
 * DEF7: whether a store may know the PIX codes of its orders. False only for a store whose last 20 PIX were all reported by their page
 * alone, and which offers no PIX in its own checkout.
 */
export const storeKnowsPixCode = (db: Queryable, storeId: string): Promise<boolean> =>
  queryOneValue(db, {
    name: 'store-knows-pix-code',
    text: `
      select exists (select from payment_methods where store_id = $1 and method = 'pix')
        or coalesce((
          select bool_or(data #>> '{payment,pix,payload}' is not null)
          from (select data from events where store_id = $1 and type = 'pix.generated'
                order by event_id desc limit 20) latest), true)`,
    values: [storeId],
  });
