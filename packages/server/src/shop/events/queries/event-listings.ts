import type { Trigger } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryColumn } from '../../../base/postgres/query.ts';

/** The ids of the newest events of a kind at a store, the newest first. */
export const eventListNewest = (db: Queryable, storeId: string, type: Trigger, limit: number): Promise<string[]> =>
  queryColumn(db, {
    name: 'event-list-newest',
    text: `
      (select event_id as "eventId" from events where store_id = $1 and type = $2 order by event_id desc limit $3)
      union
      (select coalesce(e.event_id, lead.checkout_id) from (
         select checkout_id from checkouts where $2 = 'lead.created' and store_id = $1 and captured_at is not null
         order by checkout_id desc limit $3) lead
       left join events e on e.checkout_id = lead.checkout_id and e.type = 'lead.created')
      order by 1 desc limit $3`,
    values: [storeId, type, limit],
  });
