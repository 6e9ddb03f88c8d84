import type { Queryable } from '../../pool.ts';
import { queryColumn, queryValue } from '../../query.ts';

/** What a check of a domain found missing: its DNS does not point to this server, or no TLS server responds under its name. */
export type DomainProblem = 'dns' | 'tls';

/** Chosen domains whose last check is older than that of `before`, the longest unchecked first. Instants in milliseconds. */
export const storeDomainsDue = (
  db: Queryable,
  before: { readonly active: number; readonly inactive: number },
  limit: number,
): Promise<string[]> =>
  queryColumn(db, {
    name: 'store-domains-due',
    text: `
      select d.hostname from store_domains d join stores s on s.store_id = d.store_id
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
  hostname: string,
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
      where hostname = $1 and chosen
      returning active`,
    values: [hostname, problem, at, graceMs],
  })) ?? false;
