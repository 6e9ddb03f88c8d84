import type { Channel } from '@retoma/flow';
import type { Sender } from '@retoma/flow/templates';
import type { Queryable } from '../db/pool.ts';
import { connectionStatuses } from '../db/queries/contacts/connections.ts';
import { storeFind, type StoreRow } from '../db/queries/stores/stores.ts';

/** What a new automation takes from its store. `channels`: those with a connection; an empty `sender.address`: the store has none. */
export type CreationDefaults = { sender: Sender; channels: Channel[] };

/** The sender of a store's e-mails; the address is '' for a store without one. */
export const senderOf = ({ name, email, senderName, senderEmail }: StoreRow): Sender => ({
  name: senderName ?? name,
  address: senderEmail ?? email ?? '',
});

/** The sender and the channels of a store (EDT10); undefined if there is no such store. */
export async function creationDefaults(db: Queryable, storeId: string): Promise<CreationDefaults | undefined> {
  const store = await storeFind(db, storeId);
  if (!store) return undefined;
  const connections = await connectionStatuses(db, storeId);
  return { sender: senderOf(store), channels: connections.map(({ channel }) => channel) };
}
