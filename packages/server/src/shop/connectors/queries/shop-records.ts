import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryOne } from '../../../base/postgres/query.ts';

/**
 * CON10: orders and events of a store that came from a shop and still have data of people, the first ones after an id each. `prefix`: of their
 * external ids.
 */
export const shopRecordFind = (
  db: Queryable,
  storeId: string,
  { prefix, limit }: { prefix: string; limit: number },
): Promise<{ orders: string[]; events: string[] }> =>
  queryOne(db, {
    name: 'shop-record-find',
    text: `
      select array(select order_id from orders where store_id = $1 and customer is not null
               and (starts_with(external_id, $2) or exists (select from order_aliases a
                 where a.order_id = orders.order_id and starts_with(a.external_id, $2)))
               order by order_id limit $3) as orders,
        array(select event_id from events where store_id = $1 and starts_with(external_id, $2) and order_id is null
               and (email_key is not null or phone_key is not null)
               order by event_id limit $3) as events`,
    values: [storeId, prefix, limit],
  });
