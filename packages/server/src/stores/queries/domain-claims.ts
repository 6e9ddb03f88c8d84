import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, execute, queryValue } from '../../base/postgres/query.ts';

/** Claims a domain that a store proved to be its own, in the database of shard 0. False: another store has it. */
export const domainClaim = (db: Queryable, storeId: string, hostname: string): Promise<boolean> =>
  affectsOne(db, {
    text: `insert into domain_claims (hostname, store_id) values ($1, $2)
     on conflict (hostname) do update set store_id = excluded.store_id
     where domain_claims.store_id = excluded.store_id`,
    values: [hostname, storeId],
  });

/** Releases a domain of a store, in the database of shard 0. */
export const domainRelease = (db: Queryable, storeId: string, hostname: string): Promise<void> =>
  execute(db, {
    text: 'delete from domain_claims where store_id = $1 and hostname = $2',
    values: [storeId, hostname],
  });

/** Releases all domains of a store but one, in the database of shard 0. */
export const domainsRelease = (db: Queryable, storeId: string, besides: string | null = null): Promise<void> =>
  execute(db, {
    text: 'delete from domain_claims where store_id = $1 and hostname is distinct from $2',
    values: [storeId, besides],
  });

/** The store that has a domain, in the database of shard 0. */
export const domainHolder = (db: Queryable, hostname: string): Promise<string | undefined> =>
  queryValue(db, { text: 'select store_id as "storeId" from domain_claims where hostname = $1', values: [hostname] });
