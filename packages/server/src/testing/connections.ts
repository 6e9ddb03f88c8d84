import type { Queryable } from '../base/postgres/pool.ts';
import { connectionDeactivate, type ConnectionRow } from '../providers/queries/connections.ts';

/** Stores a connection without settings and credentials as the active one of its channel; the previous one is deactivated. */
export async function connectionActivate(
  db: Queryable,
  connection: Pick<ConnectionRow, 'connectionId' | 'storeId' | 'channel' | 'provider'> & {
    name: string;
    perMinute?: number | null;
  },
): Promise<void> {
  const { connectionId, storeId, channel, provider, name, perMinute = null } = connection;
  await connectionDeactivate(db, storeId, channel);
  await db.query(
    `insert into connections (connection_id, store_id, channel, provider, name, per_minute)
     values ($1, $2, $3, $4, $5, $6)`,
    [connectionId, storeId, channel, provider, name, perMinute],
  );
}
