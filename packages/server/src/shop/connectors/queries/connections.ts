// CON: connections with shops. Instants in milliseconds since 1970.
//
// INV1. Only the worker whose lease a connection has calls its shop on a schedule; each statement of a worker checks the lease.
// INV2. A connection that ended keeps no credentials, and no worker takes it.
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryOneValue, queryRow, queryRows } from '../../../base/postgres/query.ts';

/** A connection's state; see migration 0048. */
export type ConnectionState = 'connected' | 'reconnect' | 'suspended' | 'uninstalled' | 'disconnected';

/** A connection. `secrets` and `credentials` are sealed; credentials are null once it ended. */
export type PlatformConnection = {
  readonly connectionId: string;
  readonly storeId: string;
  readonly platform: string;
  readonly shop: string;
  readonly name: string;
  readonly state: ConnectionState;
  readonly stateAt: number;
  readonly secrets: Buffer;
  readonly credentials: Buffer | null;
  readonly renewAt: number | null;
  /** CON4. */
  readonly connectedAt: number;
  readonly resumeAt: number | null;
  readonly failures: number;
  readonly failingSince: number | null;
  readonly lastFailure: string | null;
  readonly fastUntil: number | null;
  readonly lastDeliveryAt: number | null;
  readonly webhooksAt: number | null;
  readonly repairedAt: number | null;
};

/** The members of a connection as columns of `platform_connections c`. */
export const connectionColumns = `c.connection_id as "connectionId", c.store_id as "storeId", c.platform, c.shop, c.name, c.state,
  ${milliseconds('c.state_at')} as "stateAt", c.secrets, c.credentials, ${milliseconds('c.renew_at')} as "renewAt",
  ${milliseconds('c.connected_at')} as "connectedAt", ${milliseconds('c.resume_at')} as "resumeAt", c.failures,
  ${milliseconds('c.failing_since')} as "failingSince", c.last_failure as "lastFailure", ${milliseconds('c.fast_until')} as "fastUntil",
  ${milliseconds('c.last_delivery_at')} as "lastDeliveryAt", ${milliseconds('c.webhooks_at')} as "webhooksAt",
  ${milliseconds('c.repaired_at')} as "repairedAt"`;

/** SQL of an instant in milliseconds. */
export const instantOf = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;

/** A connection with what its feed of orders read. */
export type ListedConnection = PlatformConnection & {
  readonly readAt: number | null;
  readonly historyRead: number;
  readonly historyTotal: number | null;
  readonly historyDoneAt: number | null;
};

/** The connections of a store, the oldest first, without those that a member disconnected. */
export const platformConnectionList = (db: Queryable, storeId: string): Promise<ListedConnection[]> =>
  queryRows(db, {
    name: 'platform-connection-list',
    text: `select ${connectionColumns}, ${milliseconds('f.read_at')} as "readAt", coalesce(f.history_read, 0) as "historyRead",
             f.history_total as "historyTotal", ${milliseconds('f.history_done_at')} as "historyDoneAt"
           from platform_connections c left join platform_feeds f on f.connection_id = c.connection_id and f.feed = 'orders'
           where c.store_id = $1 and c.state <> 'disconnected' order by c.connection_id limit 100`,
    values: [storeId],
  });

/** A connection, whatever its state; undefined: there is none. */
export const platformConnectionFind = (db: Queryable, connectionId: string): Promise<PlatformConnection | undefined> =>
  queryRow(db, {
    name: 'platform-connection-find',
    text: `select ${connectionColumns} from platform_connections c join stores s using (store_id)
           where c.connection_id = $1 and s.deleted_at is null`,
    values: [connectionId],
  });

/** The connections with a shop in one database, also those that ended, at most 100; more than one store may have it. */
export const platformConnectionNamed = (db: Queryable, platform: string, shop: string): Promise<PlatformConnection[]> =>
  queryRows(db, {
    name: 'platform-connection-named',
    text: `select ${connectionColumns} from platform_connections c join stores s using (store_id)
           where c.platform = $1 and c.shop = $2 and s.deleted_at is null order by 1 limit 100`,
    values: [platform, shop],
  });

/** A store's connection with a shop, locked until the transaction ends; undefined: it never had one. */
export const platformConnectionLock = (
  db: Queryable,
  storeId: string,
  { platform, shop }: { platform: string; shop: string },
): Promise<PlatformConnection | undefined> =>
  queryRow(db, {
    name: 'platform-connection-lock',
    text: `select ${connectionColumns} from platform_connections c where store_id = $1 and platform = $2 and shop = $3 for update`,
    values: [storeId, platform, shop],
  });

/** How many connections a store has that have not ended. */
export const platformConnectionCount = (db: Queryable, storeId: string): Promise<number> =>
  queryOneValue(db, {
    name: 'platform-connection-count',
    text: `select count(*)::int as count from platform_connections
           where store_id = $1 and state in ('connected', 'reconnect', 'suspended')`,
    values: [storeId],
  });

/** What a connection begins with. */
export type NewConnection = Pick<
  PlatformConnection,
  'connectionId' | 'storeId' | 'platform' | 'shop' | 'name' | 'secrets' | 'credentials' | 'renewAt' | 'connectedAt'
>;

/** CON11: stores a connection, or connects the same shop again: with the new credentials, its key and its feeds. A worker takes it at once. */
export const platformConnectionSave = (db: Queryable, connection: NewConnection, at: number): Promise<string> =>
  queryOneValue(db, {
    name: 'platform-connection-save',
    text: `
      insert into platform_connections as c (connection_id, store_id, platform, shop, name, state_at, secrets, credentials, renew_at,
        connected_at, due_at)
      values ($1, $2, $3, $4, $5, ${instantOf('$10')}, $6, $7, ${instantOf('$8')}, ${instantOf('$9')}, ${instantOf('$10')})
      on conflict (store_id, platform, shop) do update set name = excluded.name, state = 'connected', state_at = excluded.state_at,
        credentials = excluded.credentials, renew_at = excluded.renew_at, connected_at = excluded.connected_at, due_at = excluded.due_at,
        resume_at = null, failures = 0, failing_since = null, last_failure = null, webhooks_at = null, repaired_at = null,
        lease = null, leased_until = null
      returning connection_id as "connectionId"`,
    values: [
      connection.connectionId,
      connection.storeId,
      connection.platform,
      connection.shop,
      connection.name,
      connection.secrets,
      connection.credentials,
      connection.renewAt,
      connection.connectedAt,
      at,
    ],
  });

/** CON10: ends a connection of a store: its credentials and waiting deliveries are deleted. False: it had ended. */
export const platformConnectionEnd = (
  db: Queryable,
  connectionId: string,
  state: 'uninstalled' | 'disconnected',
  at: number,
): Promise<boolean> =>
  affectsOne(db, {
    name: 'platform-connection-end',
    text: `
      with ended as (
        update platform_connections set state = $2, state_at = ${instantOf('$3')}, credentials = null, due_at = null, renew_at = null,
          resume_at = null, lease = null, leased_until = null
        where connection_id = $1 and state <> $2 and state <> 'disconnected' returning connection_id),
      emptied as (
        update platform_deliveries d set body = null, next_attempt_at = null from ended e
        where d.connection_id = e.connection_id and d.next_attempt_at is not null and d.topic <> 'privacy')
      select from ended`,
    values: [connectionId, state, at],
  });

/** Moves a connection that has not ended to another state. False: it has ended, or is in that state. */
export const platformConnectionMove = (
  db: Queryable,
  connectionId: string,
  state: 'connected' | 'reconnect' | 'suspended',
  at: number,
): Promise<boolean> =>
  affectsOne(db, {
    name: 'platform-connection-move',
    text: `update platform_connections set state = $2, state_at = ${instantOf('$3')},
             due_at = case when $2 = 'reconnect' then null else ${instantOf('$3')} end,
             renew_at = case when $2 = 'reconnect' then null else renew_at end
           where connection_id = $1 and state in ('connected', 'reconnect', 'suspended') and state <> $2`,
    values: [connectionId, state, at],
  });

/** Makes a worker read a connection's orders at once. False: it is not connected. */
export const platformConnectionHasten = (db: Queryable, connectionId: string, at: number): Promise<boolean> =>
  affectsOne(db, {
    name: 'platform-connection-hasten',
    text: `
      with hastened as (
        update platform_connections set due_at = ${instantOf('$2')}
        where connection_id = $1 and state in ('connected', 'suspended') returning connection_id)
      update platform_feeds f set due_at = least(f.due_at, ${instantOf('$2')}) from hastened h where f.connection_id = h.connection_id
        and f.feed = 'orders'`,
    values: [connectionId, at],
  });

/** CON5: polls a connection's orders every minute until an instant, from now on. */
export const platformConnectionQuicken = (
  db: Queryable,
  connectionId: string,
  { now, until }: { now: number; until: number },
): Promise<void> =>
  execute(db, {
    name: 'platform-connection-quicken',
    text: `
      with quickened as (
        update platform_connections set fast_until = ${instantOf('$3')}, due_at = least(due_at, ${instantOf('$2')} + interval '1 minute')
        where connection_id = $1 and state = 'connected' returning connection_id)
      update platform_feeds f set due_at = least(f.due_at, ${instantOf('$2')} + interval '1 minute') from quickened q
      where f.connection_id = q.connection_id and f.feed = 'orders'`,
    values: [connectionId, now, until],
  });
