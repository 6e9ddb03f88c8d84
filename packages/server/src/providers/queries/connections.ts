import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../base/postgres/pool.ts';
import { stoppedTemplates } from './template-statuses.ts';
import { affectedRows, execute, queryRow, queryRows } from '../../base/postgres/query.ts';

/** A store's connection to the provider of a channel. Instants in milliseconds; -Infinity: never. */
export type ConnectionRow = {
  connectionId: string;
  storeId: string;
  channel: Channel;
  provider: string;
  settings: Record<string, unknown>;
  /** The most messages in a minute; null: no limit. */
  perMinute: number | null;
  failures: number;
  circuitOpenUntil: number;
  /** Sealed (seal.ts). */
  credentials: Buffer | null;
  /** Grows with every change of settings and credentials. */
  revision: number;
  /** For a new number: the most messages on its first day; null: no warm-up. */
  warmUpFirst: number | null;
  /** COM22: the most messages in a day; null: no limit. */
  dailyLimit: number | null;
  /** COM15: its provider accepted the credentials. */
  verified: boolean;
};

const columns = `connection_id as "connectionId", store_id as "storeId", channel, provider, settings,
  per_minute as "perMinute", failures, (extract(epoch from circuit_open_until) * 1000)::float8 as "circuitOpenUntil", credentials, revision,
  warm_up_daily_limit as "warmUpFirst", daily_limit as "dailyLimit", verified_at is not null as verified`;

/** The active connections of stores. */
export const connectionListActive = (db: Queryable, storeIds: readonly string[]): Promise<ConnectionRow[]> =>
  queryRows(db, {
    name: 'connection-list-active',
    text: `select ${columns} from connections where active and store_id = any($1::uuid[])`,
    values: [storeIds],
  });

/** The status of a connection. */
export type ConnectionStatus = Pick<ConnectionRow, 'connectionId' | 'channel' | 'provider' | 'perMinute'> & {
  /** Why the connection needs the owner's attention: sending fails, or accepted messages do not arrive. */
  lastError: string | null;
  /** Sends are stopped until this instant; null: they are not stopped. */
  circuitOpenUntil: Date | null;
  /** COM15: its provider accepted the credentials. */
  verified: boolean;
  /** COM44: the templates with which nothing can be sent. */
  stoppedTemplates: string[];
};

/** The active connections of a store with their status, by channel. */
export const connectionStatuses = (db: Queryable, storeId: string): Promise<ConnectionStatus[]> =>
  queryRows(db, {
    text: `select connection_id as "connectionId", channel, provider, per_minute as "perMinute",
       coalesce(last_error, delivery_alert) as "lastError",
       case when circuit_open_until > now() then circuit_open_until end as "circuitOpenUntil", verified_at is not null as verified,
       ${stoppedTemplates} as "stoppedTemplates"
     from connections c where active and store_id = $1 order by channel`,
    values: [storeId],
  });

/** A connection with its sealed credentials and the data that its provider reported. */
export type SealedConnection = Pick<
  ConnectionRow,
  'connectionId' | 'storeId' | 'channel' | 'provider' | 'settings' | 'credentials'
> & {
  active: boolean;
  /** The provider's name of the account, or the number of the phone. */
  account: string | null;
  /** COM15: when its provider accepted the credentials; null: not since they were set. */
  verifiedAt: Date | null;
  /** When the first genuine webhook arrived; null: none yet. */
  firstWebhookAt: Date | null;
};

const sealed = `connection_id as "connectionId", store_id as "storeId", channel, provider, settings, credentials, active, account,
  verified_at as "verifiedAt", first_webhook_at as "firstWebhookAt"`;

/** A connection, active or not: statuses and replies may arrive after another connection has replaced it. */
export const connectionFind = (db: Queryable, connectionId: string): Promise<SealedConnection | undefined> =>
  queryRow(db, {
    name: 'connection-find',
    text: `select ${sealed} from connections where connection_id = $1`,
    values: [connectionId],
  });

/** The active connection of a channel. */
export const connectionFindActive = (
  db: Queryable,
  storeId: string,
  channel: Channel,
): Promise<SealedConnection | undefined> =>
  queryRow(db, {
    text: `select ${sealed} from connections where store_id = $1 and channel = $2 and active`,
    values: [storeId, channel],
  });

/** The connection of a store with a provider, active or the last one; locks the row. */
export const connectionFindOf = (
  db: Queryable,
  storeId: string,
  channel: Channel,
  provider: string,
): Promise<(SealedConnection & { lastError: string | null }) | undefined> =>
  queryRow(db, {
    text: `select ${sealed}, last_error as "lastError" from connections where store_id = $1 and channel = $2 and provider = $3
     order by active desc, created_at desc limit 1 for update`,
    values: [storeId, channel, provider],
  });

/**
 * Stores or changes a connection as the active one of its channel; the previous one is deactivated. A change resets failures, the circuit
 * and the delivery alert. `warmUp` and `dailyLimit` undefined: unchanged. A new warm-up begins at `now`, in milliseconds.
 */
export async function connectionUpsertActive(
  db: Queryable,
  connection: Pick<ConnectionRow, 'connectionId' | 'storeId' | 'channel' | 'provider'> & {
    name: string;
    perMinute: number | null;
    settings: object;
    credentials: Buffer;
    warmUp: number | null | undefined;
    dailyLimit?: number | null | undefined;
    now: number;
    account: string | null;
    lastError: string | null;
    verifiedAt: Date | null;
    firstWebhookAt: Date | null;
  },
): Promise<void> {
  const { connectionId, storeId, channel, provider, name, perMinute, settings, credentials, warmUp, now } = connection;
  const { dailyLimit } = connection;
  await connectionDeactivate(db, storeId, channel);
  await execute(db, {
    text: `insert into connections as c (connection_id, store_id, channel, provider, name, per_minute, settings, credentials,
       warm_up_daily_limit, warm_up_started_at, account, last_error, verified_at, first_webhook_at, daily_limit)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9::int is not null then to_timestamp($10 / 1000.0) end,
       $12, $13, $14, $15, $16)
     on conflict (connection_id) do update set active = true, per_minute = excluded.per_minute, settings = excluded.settings,
       credentials = excluded.credentials, revision = c.revision + 1, last_error = excluded.last_error, delivery_alert = null, failures = 0,
       account = excluded.account, verified_at = excluded.verified_at, first_webhook_at = excluded.first_webhook_at,
       circuit_open_until = '-infinity',
       daily_limit = case when $17 then c.daily_limit else excluded.daily_limit end,
       warm_up_daily_limit = case when $11 then c.warm_up_daily_limit else excluded.warm_up_daily_limit end,
       warm_up_started_at = case when $11 then c.warm_up_started_at
         when excluded.warm_up_daily_limit is not null then coalesce(c.warm_up_started_at, excluded.warm_up_started_at) end`,
    values: [
      connectionId,
      storeId,
      channel,
      provider,
      name,
      perMinute,
      JSON.stringify(settings),
      credentials,
      warmUp ?? null,
      now,
      warmUp === undefined,
      connection.account,
      connection.lastError,
      connection.verifiedAt,
      connection.firstWebhookAt,
      dailyLimit ?? null,
      dailyLimit === undefined,
    ],
  });
}

/** Deactivates the connection of a channel; false if there was none. */
export const connectionDeactivate = async (db: Queryable, storeId: string, channel: Channel): Promise<boolean> =>
  (await affectedRows(db, {
    text: 'update connections set active = false where store_id = $1 and channel = $2 and active',
    values: [storeId, channel],
  })) > 0;

/**
 * Stores the state of a connection that its provider reported at `at`: open, or closed with a reason until an instant. A report older than
 * the stored one is ignored. Instants in milliseconds.
 */
export const connectionStand = (
  db: Queryable,
  connectionId: string,
  at: number,
  closed: { until: number; lastError: string } | null,
): Promise<void> =>
  execute(db, {
    text: `update connections set status_at = to_timestamp($2 / 1000.0), last_error = $4,
       failures = case when $4::text is null then 0 else failures end,
       circuit_open_until = case when $4::text is null then '-infinity' else to_timestamp($3 / 1000.0) end
     where connection_id = $1 and status_at < to_timestamp($2 / 1000.0)`,
    values: [connectionId, at, closed?.until ?? null, closed?.lastError.replaceAll('\0', '').slice(0, 200) ?? null],
  });

/** Sets or clears the delivery alert: the provider accepts messages, but they do not arrive. */
export const connectionSetAlarm = (db: Queryable, connectionId: string, deliveryAlert: string | null): Promise<void> =>
  execute(db, {
    text: 'update connections set delivery_alert = $2 where connection_id = $1',
    values: [connectionId, deliveryAlert],
  });

/** Records why a connection needs the owner's attention. */
export const connectionSetLastError = (db: Queryable, connectionId: string, lastError: string): Promise<void> =>
  execute(db, {
    text: 'update connections set last_error = $2 where connection_id = $1',
    values: [connectionId, lastError],
  });

/** Records the name of a connection's account or phone; '' for none. */
export const connectionSetAccount = (db: Queryable, connectionId: string, account: string): Promise<void> =>
  execute(db, {
    text: `update connections set account = nullif($2, '') where connection_id = $1 and account is distinct from nullif($2, '')`,
    values: [connectionId, account.replaceAll('\0', '').slice(0, 200)],
  });

/** COM15: records that its provider accepted the credentials of a connection, unless they were changed meanwhile. */
export const connectionSetVerified = (
  db: Queryable,
  { connectionId, credentials }: Pick<SealedConnection, 'connectionId' | 'credentials'>,
  at: number,
): Promise<void> =>
  execute(db, {
    text: `update connections set verified_at = to_timestamp($3 / 1000.0)
     where connection_id = $1 and credentials is not distinct from $2`,
    values: [connectionId, credentials, at],
  });

/** Records when the first genuine webhook of a connection arrived; later ones change nothing. */
export const connectionSetFirstWebhook = (db: Queryable, connectionId: string, at: number): Promise<void> =>
  execute(db, {
    text: `update connections set first_webhook_at = to_timestamp($2 / 1000.0)
     where connection_id = $1 and first_webhook_at is null`,
    values: [connectionId, at],
  });

/**
 * Takes up to `wanted` slots of a connection's rate: messages are 60 s / per_minute apart, with bursts of up to a second's worth. Returns
 * the number of slots granted, and when the next one is free. The row is locked until the transaction ends, so that all workers together
 * keep the rate.
 */
export async function connectionAcquireSlots(
  db: Queryable,
  connectionId: string,
  wanted: number,
  now: number,
): Promise<{ granted: number; nextAt: number }> {
  const rows = await queryRows<{ granted: number; nextAt: number }>(db, {
    name: 'connection-acquire-slots',
    text: `
      with c as (
        select connection_id, 60000.0 / per_minute as gap,
          greatest(case when next_slot_at = '-infinity' then 0 else extract(epoch from next_slot_at) * 1000 end,
            $3::numeric - greatest(1000, 60000.0 / per_minute)) as free
        from connections where connection_id = $1 for update
      ),
      g as (select *, greatest(0, least($2, floor(($3::numeric - free) / gap)))::int as granted from c)
      update connections t set next_slot_at = to_timestamp((g.free + g.granted * g.gap) / 1000.0)
      from g where t.connection_id = g.connection_id
      returning g.granted, ceil(g.free + (g.granted + 1) * g.gap)::float8 as "nextAt"`,
    values: [connectionId, wanted, now],
  });
  return rows[0] ?? { granted: wanted, nextAt: now };
}

/** A connection's day begins at 8:00 in Brasília, so that messages that waited for the next day are sent when people are awake. */
export const dayBegins = `interval '11 hours'`;

/**
 * Takes up to `wanted` messages of a connection's quota of today. A new number may send half as many again on each day as on the day
 * before; no connection may exceed its daily limit (COM22). Returns how many were granted, when the next day begins, and whether the
 * warm-up is the tighter limit. The row is locked until the transaction ends.
 */
export async function connectionAcquireDailyQuota(
  db: Queryable,
  connectionId: string,
  wanted: number,
  now: number,
): Promise<{ granted: number; nextAt: number; isWarmUp: boolean }> {
  const rows = await queryRows<{ granted: number; nextAt: number; isWarmUp: boolean }>(db, {
    name: 'connection-acquire-daily-quota',
    text: `
      with c as (
        select connection_id, day, sent_today, daily_limit, warm_up_daily_limit, today, today - (warm_up_started_at at time zone 'UTC' - ${dayBegins})::date as age
        from connections cross join (select (to_timestamp($3 / 1000.0) at time zone 'UTC' - ${dayBegins})::date as today) d
        where connection_id = $1 and (warm_up_daily_limit is not null or daily_limit is not null) for update of connections
      ),
      s as (
        select connection_id, today, case when day = today then sent_today else 0 end as sent,
          coalesce(floor(warm_up_daily_limit * power(1.5, least(greatest(age, 0), 20))), 'infinity') as warm_up, coalesce(daily_limit, 'infinity'::float8) as daily
        from c
      ),
      g as (select *, greatest(0, least($2, least(warm_up, daily) - sent))::int as granted from s)
      update connections t set day = g.today, sent_today = g.sent + g.granted
      from g where t.connection_id = g.connection_id
      returning g.granted, g.warm_up < g.daily as "isWarmUp",
        (extract(epoch from (g.today + 1)::timestamp + ${dayBegins}) * 1000)::float8 as "nextAt"`,
    values: [connectionId, wanted, now],
  });
  return rows[0] ?? { granted: wanted, nextAt: now, isWarmUp: false };
}

/** Adds failures that the connection itself caused, and opens its circuit until an instant, in milliseconds. */
export const connectionOpenCircuit = (
  db: Queryable,
  connectionId: string,
  failures: number,
  until: number,
  lastError: string | null,
): Promise<void> =>
  execute(db, {
    text: `update connections set failures = failures + $2, last_error = coalesce($4, last_error),
       circuit_open_until = greatest(circuit_open_until, to_timestamp($3 / 1000.0))
     where connection_id = $1`,
    values: [connectionId, failures, until, lastError],
  });

/** Clears the last error and the failures, and closes the circuit. */
export const connectionCloseCircuit = (db: Queryable, connectionId: string): Promise<void> =>
  execute(db, {
    text: `update connections set failures = 0, last_error = null, circuit_open_until = '-infinity'
     where connection_id = $1 and (failures > 0 or last_error is not null)`,
    values: [connectionId],
  });

/** COM15: marks a connection as verified because its provider accepted a message. `revision`: of the credentials used for that message. */
export const connectionVerifyBySend = (
  db: Queryable,
  connectionId: string,
  revision: number,
  at: number,
): Promise<void> =>
  execute(db, {
    text: `update connections set verified_at = to_timestamp($3 / 1000.0)
     where connection_id = $1 and revision = $2 and verified_at is null`,
    values: [connectionId, revision, at],
  });

/** A connection for the owner's view. `sent`: messages sent in the last 24 hours; `waiting`: messages that wait to be sent. */
export type ConnectionOverview = SealedConnection &
  Pick<ConnectionRow, 'perMinute' | 'warmUpFirst' | 'dailyLimit'> & {
    createdAt: Date;
    lastError: string | null;
    circuitOpenUntil: Date | null;
    sent: number;
    waiting: number;
  };

/** The active connections of a store, with their status and message counts. */
export const connectionOverviews = (db: Queryable, storeId: string): Promise<ConnectionOverview[]> =>
  queryRows(db, {
    text: `select ${sealed}, per_minute as "perMinute", warm_up_daily_limit as "warmUpFirst", daily_limit as "dailyLimit", created_at as "createdAt",
       coalesce(last_error, delivery_alert) as "lastError",
       case when circuit_open_until > now() and circuit_open_until < 'infinity' then circuit_open_until end as "circuitOpenUntil",
       (select count(*)::float8 from messages m where m.connection_id = c.connection_id
          and m.settled_at > now() - interval '1 day' and m.state in ('sent', 'delivered', 'read')) as sent,
       (select count(*)::float8 from messages m where m.connection_id = c.connection_id
          and m.next_attempt_at is not null and m.state = 'queued') as waiting
     from connections c where store_id = $1 and active order by channel`,
    values: [storeId],
  });
