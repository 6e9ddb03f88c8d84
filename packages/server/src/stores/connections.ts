import type { Channel } from '@retoma/flow';
import type { Database } from '../db/pool.ts';
import { connectionActivate } from '../db/queries/connections.ts';
import { storeFind } from '../db/queries/stores.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';

/** The channels to which a store may be connected. */
export const connectionChannels = ['whatsapp', 'email', 'sms'] as const satisfies readonly Channel[];

/** The providers that a connection may have, each on every channel. */
export const connectionProviders = ['sandbox'] as const;

/** A connection as it is asked for. `perMinute`: the most messages in a minute, 1 to 600,000; null: no limit. */
export type ConnectionRequest = {
  channel: Channel;
  provider: (typeof connectionProviders)[number];
  perMinute: number | null;
};

/** Makes the connection of a channel, in place of the one it had. Undefined where the store does not exist. */
export async function setConnection(
  db: Database,
  storeId: string,
  request: ConnectionRequest,
): Promise<{ connectionId: string } | undefined> {
  return inTransaction(db, async (client) => {
    if (!(await storeFind(client, storeId))) return undefined;
    const connectionId = newId();
    await connectionActivate(client, { ...request, connectionId, storeId, name: request.provider });
    return { connectionId };
  });
}
