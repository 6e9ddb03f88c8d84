// CON5: which worker has which connection. Instants in milliseconds since 1970.
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryRows } from '../../../base/postgres/query.ts';
import { connectionColumns, instantOf, type PlatformConnection } from './connections.ts';

/** A connection that a worker has, with its store's delay of abandoned carts. */
export type LeasedConnection = PlatformConnection & { readonly lease: string; readonly abandonMinutes: number };

/** Leases up to `limit` due connections that no other worker has and that may be called, the longest due first. */
export const platformConnectionLease = (
  db: Queryable,
  { lease, now, until, limit }: { lease: string; now: number; until: number; limit: number },
): Promise<LeasedConnection[]> =>
  queryRows(db, {
    name: 'platform-connection-lease',
    text: `
      with free as (
        select connection_id, s.abandon_minutes from platform_connections c join stores s using (store_id)
        where c.due_at <= ${instantOf('$1')} and (c.leased_until is null or c.leased_until <= ${instantOf('$1')})
          and (c.resume_at is null or c.resume_at <= ${instantOf('$1')}) and s.deleted_at is null
        order by c.due_at limit $4 for update of c skip locked)
      update platform_connections c set lease = $2, leased_until = ${instantOf('$3')} from free where c.connection_id = free.connection_id
      returning ${connectionColumns}, c.lease, free.abandon_minutes as "abandonMinutes"`,
    values: [now, lease, until, limit],
  });

type Held = { readonly connectionId: string; readonly lease: string };

/** Extends a lease. False: it is another's, or the connection ended. */
export const platformConnectionHold = (db: Queryable, { connectionId, lease }: Held, until: number): Promise<boolean> =>
  affectsOne(db, {
    name: 'platform-connection-hold',
    text: `update platform_connections set leased_until = ${instantOf('$3')} where connection_id = $1 and lease = $2`,
    values: [connectionId, lease, until],
  });

/** CON7: stores renewed credentials, sealed. False: the lease is another's. */
export const platformConnectionRenew = (
  db: Queryable,
  { connectionId, lease }: Held,
  { credentials, renewAt }: { credentials: Buffer; renewAt: number | null },
): Promise<boolean> =>
  affectsOne(db, {
    name: 'platform-connection-renew',
    text: `update platform_connections set credentials = $3, renew_at = ${instantOf('$4')}
           where connection_id = $1 and lease = $2 and credentials is not null`,
    values: [connectionId, lease, credentials, renewAt],
  });

/** CON6: stores that the webhooks work. `quickUntil`: CON5, after a repair; null: nothing was repaired. */
export const platformConnectionCheckWebhooks = (
  db: Queryable,
  { connectionId, lease }: Held,
  { now, quickUntil }: { now: number; quickUntil: number | null },
): Promise<void> =>
  execute(db, {
    name: 'platform-connection-check-webhooks',
    text: `update platform_connections set webhooks_at = ${instantOf('$3')},
             repaired_at = case when $4::float8 is null then repaired_at else ${instantOf('$3')} end,
             fast_until = coalesce(${instantOf('$4')}, fast_until)
           where connection_id = $1 and lease = $2`,
    values: [connectionId, lease, now, quickUntil],
  });

/** What a worker leaves behind. `failure`: the last one; null: the calls succeeded. `resumeAt`: it is not called before; null: it may be. */
export type RunResult = {
  readonly failure: string | null;
  readonly failures: number;
  readonly resumeAt: number | null;
  readonly now: number;
};

/** Gives a connection back; it is due when the first of its deliveries, feeds or credentials is. */
export const platformConnectionRelease = (
  db: Queryable,
  { connectionId, lease }: Held,
  { failure, failures, resumeAt, now }: RunResult,
): Promise<void> =>
  execute(db, {
    name: 'platform-connection-release',
    text: `
      update platform_connections c set lease = null, leased_until = null, last_failure = $3, failures = $4, resume_at = ${instantOf('$5')},
        failing_since = case when $3::text is null then null else coalesce(failing_since, ${instantOf('$6')}) end,
        due_at = case when state in ('connected', 'suspended') then greatest(${instantOf('$5')}, least(renew_at,
          (select min(next_attempt_at) from platform_deliveries d
            where d.connection_id = c.connection_id and d.next_attempt_at is not null and d.topic <> 'privacy'),
          (select min(due_at) from platform_feeds f where f.connection_id = c.connection_id))) end
      where connection_id = $1 and lease = $2`,
    values: [connectionId, lease, failure, failures, resumeAt, now],
  });
