import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryRows, queryValue } from '../../base/postgres/query.ts';

/** What a check of a domain found missing: its DNS does not prove the store or point to this server, or no TLS server responds under its name. */
export type DomainProblem = 'dns' | 'tls';

/** Chosen domains whose last check is older than that of `before`, the longest unchecked first. Instants in milliseconds. */
export const storeDomainsDue = (
  db: Queryable,
  before: { readonly active: number; readonly inactive: number },
  limit: number,
): Promise<{ storeId: string; hostname: string }[]> =>
  queryRows(db, {
    name: 'store-domains-due',
    text: `
      select d.store_id as "storeId", d.hostname from store_domains d join stores s on s.store_id = d.store_id
      where d.chosen and s.deleted_at is null
        and (d.checked_at is null
          or d.checked_at < to_timestamp(case when d.active then $1::float8 else $2::float8 end / 1000))
      order by d.checked_at nulls first limit $3`,
    values: [before.active, before.inactive, limit],
  });

/**
 * Records a check of a chosen domain. A successful check makes it active. Failures make it inactive after `graceMs`, so that a short outage
 * does not change links. Returns whether links use it now.
 */
export const storeDomainNote = async (
  db: Queryable,
  { storeId, hostname }: { storeId: string; hostname: string },
  { problem, at, graceMs }: { problem: DomainProblem | null; at: number; graceMs: number },
): Promise<boolean> =>
  (await queryValue(db, {
    name: 'store-domain-note',
    text: `
      update store_domains set checked_at = to_timestamp($3::float8 / 1000), problem = $2,
        failing_since = case when $2::text is null then null
          else coalesce(failing_since, to_timestamp($3::float8 / 1000)) end,
        active = $2::text is null or (active
          and coalesce(failing_since, to_timestamp($3::float8 / 1000)) > to_timestamp(($3::float8 - $4) / 1000))
      where hostname = $1 and store_id = $5 and chosen
      returning active`,
    values: [hostname, problem, at, graceMs, storeId],
  })) ?? false;

/** Sets the domain that a store chose; links do not use it before a check succeeds. Null: none. */
export async function storeSetDomain(db: Queryable, storeId: string, hostname: string | null): Promise<void> {
  await execute(db, {
    text: `update store_domains set chosen = false, active = false
     where store_id = $1 and chosen and hostname is distinct from $2`,
    values: [storeId, hostname],
  });
  if (hostname === null) return;
  await execute(db, {
    text: `insert into store_domains (hostname, store_id, chosen) values ($2, $1, true)
     on conflict (store_id, hostname) do update set chosen = true, checked_at = null
     where not store_domains.chosen`,
    values: [storeId, hostname],
  });
}
