import type { Queryable } from '../../pool.ts';
import { affectsOne, queryValue } from '../../query.ts';

/** Claims a domain for a store, in the database of shard 0. False: it is another store's. A claim is kept, as a store keeps its domains. */
export const domainClaim = (db: Queryable, storeId: string, hostname: string): Promise<boolean> =>
  affectsOne(db, {
    text: `insert into domain_claims (hostname, store_id) values ($1, $2)
     on conflict (hostname) do update set store_id = excluded.store_id
     where domain_claims.store_id = excluded.store_id`,
    values: [hostname, storeId],
  });

/** The store that has a domain, in the database of shard 0. */
export const domainHolder = (db: Queryable, hostname: string): Promise<string | undefined> =>
  queryValue(db, { text: 'select store_id as "storeId" from domain_claims where hostname = $1', values: [hostname] });
