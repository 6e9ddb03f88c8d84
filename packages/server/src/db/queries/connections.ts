import type { Channel } from '@retoma/flow';
import type { Queryable } from '../pool.ts';

/** A store's way to a channel's provider. Instants in milliseconds; -Infinity: never. */
export type ConnectionRow = {
  connectionId: string;
  storeId: string;
  channel: Channel;
  provider: string;
  settings: Record<string, unknown>;
  /** The most messages in a minute; null: no limit. */
  perMinute: number | null;
  failures: number;
  closedUntil: number;
};

const columns = `connection_id as "connectionId", store_id as "storeId", channel, provider, settings,
  per_minute as "perMinute", failures, (extract(epoch from closed_until) * 1000)::float8 as "closedUntil"`;

/** The active connections of stores. */
export async function connectionListActive(db: Queryable, storeIds: readonly string[]): Promise<ConnectionRow[]> {
  const { rows } = await db.query<ConnectionRow>({
    name: 'connection-list-active',
    text: `select ${columns} from connections where active and store_id = any($1::uuid[])`,
    values: [storeIds],
  });
  return rows;
}

/** How a connection stands. */
export type ConnectionStanding = Pick<ConnectionRow, 'connectionId' | 'channel' | 'provider' | 'perMinute'> & {
  /** Why its owner must look at it. */
  trouble: string | null;
  /** Until when nothing is sent; null: it is open. */
  closedUntil: Date | null;
};

/** The active connections of a store and how they stand, by channel. */
export async function connectionStandings(db: Queryable, storeId: string): Promise<ConnectionStanding[]> {
  const { rows } = await db.query<ConnectionStanding>(
    `select connection_id as "connectionId", channel, provider, per_minute as "perMinute", trouble,
       case when closed_until > now() then closed_until end as "closedUntil"
     from connections where active and store_id = $1 order by channel`,
    [storeId],
  );
  return rows;
}

/** A connection to be stored. */
export type NewConnection = Pick<ConnectionRow, 'connectionId' | 'storeId' | 'channel' | 'provider'> & {
  name: string;
  perMinute?: number | null;
};

/** Stores a connection as the active one of its channel; the one that was active before is kept, switched off. */
export async function connectionActivate(db: Queryable, connection: NewConnection): Promise<void> {
  const { connectionId, storeId, channel, provider, name, perMinute = null } = connection;
  await db.query('update connections set active = false where store_id = $1 and channel = $2 and active', [
    storeId,
    channel,
  ]);
  await db.query(
    `insert into connections (connection_id, store_id, channel, provider, name, per_minute)
     values ($1, $2, $3, $4, $5, $6)`,
    [connectionId, storeId, channel, provider, name, perMinute],
  );
}

/**
 * Takes up to `wanted` places in the pace of a connection: messages follow each other at 60 s / per_minute, and up to a second's
 * worth may go at once. Answers how many places it got, and when the next one is free. The row is locked until the
 * transaction ends, so that all workers together keep the pace.
 */
export async function connectionTakeSlots(
  db: Queryable,
  connectionId: string,
  wanted: number,
  now: number,
): Promise<{ granted: number; nextAt: number }> {
  const { rows } = await db.query<{ granted: number; nextAt: number }>({
    name: 'connection-take-slots',
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

/** After sends that failed for the connection's own reasons: counts them, and shuts it until then, in milliseconds. */
export async function connectionClose(
  db: Queryable,
  connectionId: string,
  failures: number,
  until: number,
  trouble: string | null,
): Promise<void> {
  await db.query(
    `update connections set failures = failures + $2, trouble = coalesce($4, trouble),
       closed_until = greatest(closed_until, to_timestamp($3 / 1000.0))
     where connection_id = $1`,
    [connectionId, failures, until, trouble],
  );
}

/** After a send that worked. */
export async function connectionHeal(db: Queryable, connectionId: string): Promise<void> {
  await db.query(
    `update connections set failures = 0, trouble = null, closed_until = '-infinity'
     where connection_id = $1 and (failures > 0 or trouble is not null)`,
    [connectionId],
  );
}
