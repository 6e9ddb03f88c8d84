// CON1: deliveries of platforms, stored before they are answered. Instants in milliseconds since 1970.
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, affectsOne, execute, queryRows } from '../../../base/postgres/query.ts';
import { deleteOldest, type DeleteBatch } from '../../../base/retention/retention.ts';
import { instantOf } from './connections.ts';

/** A delivery to be stored. `key`: the platform's id of it if it is `named`, else a digest of its bytes. `body`: sealed. */
export type NewDelivery = {
  readonly deliveryId: string;
  readonly connectionId: string;
  readonly storeId: string;
  readonly key: string;
  readonly named: boolean;
  readonly topic: string;
  readonly body: Buffer;
  readonly receivedAt: number;
};

/** Stores a delivery once, and makes its connection due. One without an id of the platform is stored again once the earlier one is done. */
export const platformDeliveryInsert = (db: Queryable, delivery: NewDelivery): Promise<void> =>
  execute(db, {
    name: 'platform-delivery-insert',
    text: `
      with stored as (
        insert into platform_deliveries as d (delivery_id, connection_id, store_id, key, named, topic, body, received_at, next_attempt_at)
        values ($1, $2, $3, $4, $5, $6, $7, ${instantOf('$8')}, ${instantOf('$8')})
        on conflict (connection_id, key) do update set repeats = d.repeats + 1
          where d.next_attempt_at is not null and not d.named)
      update platform_connections set last_delivery_at = ${instantOf('$8')},
        due_at = case when state in ('connected', 'suspended') then least(due_at, ${instantOf('$8')}) else due_at end
      where connection_id = $2`,
    values: [
      delivery.deliveryId,
      delivery.connectionId,
      delivery.storeId,
      delivery.key,
      delivery.named,
      delivery.topic,
      delivery.body,
      delivery.receivedAt,
    ],
  });

/** A delivery that waits. `attempts`: how many failed. */
export type DueDelivery = {
  readonly deliveryId: string;
  readonly topic: string;
  readonly body: Buffer;
  readonly repeats: number;
  readonly attempts: number;
};

/** The due deliveries of a connection, the oldest first. */
export const platformDeliveryDue = (
  db: Queryable,
  connectionId: string,
  { now, limit }: { now: number; limit: number },
): Promise<DueDelivery[]> =>
  queryRows(db, {
    name: 'platform-delivery-due',
    text: `select delivery_id as "deliveryId", topic, body, repeats, attempts from platform_deliveries
           where connection_id = $1 and next_attempt_at <= ${instantOf('$2')} and topic <> 'privacy' order by next_attempt_at, delivery_id limit $3`,
    values: [connectionId, now, limit],
  });

/** Ends a delivery and deletes its body. False: the same arrived again meanwhile, so that it still waits. */
export const platformDeliveryFinish = (
  db: Queryable,
  { deliveryId, repeats }: Pick<DueDelivery, 'deliveryId' | 'repeats'>,
): Promise<boolean> =>
  affectsOne(db, {
    name: 'platform-delivery-finish',
    text: `update platform_deliveries set body = null, next_attempt_at = null, key = case when named then key else delivery_id::text end
           where delivery_id = $1 and repeats = $2 and next_attempt_at is not null`,
    values: [deliveryId, repeats],
  });

/** Tries a delivery again at an instant; null: it is given up. */
export const platformDeliveryFail = (db: Queryable, deliveryId: string, nextAttemptAt: number | null): Promise<void> =>
  execute(db, {
    name: 'platform-delivery-fail',
    text: `update platform_deliveries set attempts = attempts + 1, next_attempt_at = ${instantOf('$2')},
             body = case when $2::float8 is not null then body end
           where delivery_id = $1 and next_attempt_at is not null`,
    values: [deliveryId, nextAttemptAt],
  });

/** A request about personal data that waits (CON10). */
export type PrivacyDelivery = Pick<DueDelivery, 'deliveryId' | 'repeats' | 'body'> & {
  readonly connectionId: string;
  readonly storeId: string;
};

/** Claims due requests about personal data until an instant, at which they are due again unless they were finished. */
export const platformPrivacyClaim = (
  db: Queryable,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<PrivacyDelivery[]> =>
  queryRows(db, {
    name: 'platform-privacy-claim',
    text: `update platform_deliveries set next_attempt_at = ${instantOf('$2')}, attempts = attempts + 1
           where delivery_id = any(array(select delivery_id from platform_deliveries
             where topic = 'privacy' and next_attempt_at <= ${instantOf('$1')} order by next_attempt_at limit $3 for update skip locked))
           returning delivery_id as "deliveryId", connection_id as "connectionId", store_id as "storeId", repeats, body`,
    values: [now, until, limit],
  });

/**
 * COM8: deletes the waiting deliveries of a store, of which any may be about a person. Feeds report the orders again as long as the platform
 * has them. Returns how many.
 */
export const platformDeliveryErase = (db: Queryable, storeId: string): Promise<number> =>
  affectedRows(db, {
    name: 'platform-delivery-erase',
    text: `update platform_deliveries set body = null, next_attempt_at = null
           where connection_id = any(array(select connection_id from platform_connections where store_id = $1))
             and next_attempt_at is not null and topic <> 'privacy'`,
    values: [storeId],
  });

/** Deletes deliveries that were received long ago, also those that still wait. */
export const platformDeliveryForget: DeleteBatch = deleteOldest('platform_deliveries', 'received_at');
