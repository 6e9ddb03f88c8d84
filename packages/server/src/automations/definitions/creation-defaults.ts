import type { Channel } from '@retoma/flow';
import type { Sender } from '@retoma/flow/templates';
import { paletteOf } from '@retoma/pay';
import { mailServerOf } from '../../providers/channels/mail-server.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { connectionFindActive, connectionStatuses } from '../../providers/queries/connections.ts';
import { storeFind, type StoreRow } from '../../stores/queries/stores.ts';

/**
 * What a new automation takes from its store. `channels`: those with a connection; an empty `sender.address`: the store has none.
 * `button`: the colours of its buttons; null for a store without an accent. `mailServer`: from `mailServerOf`.
 */
export type CreationDefaults = {
  sender: Sender;
  channels: Channel[];
  button: { fill: string; onFill: string } | null;
  mailServer: string | null;
};

/** The sender of a store's e-mails; the address is '' for a store without one. */
export const senderOf = ({ name, email, senderName, senderEmail }: StoreRow): Sender => ({
  name: senderName ?? name,
  address: senderEmail ?? email ?? '',
});

/** The sender, the channels and the colours of a store (EDT10); undefined if there is no such store. */
export async function creationDefaults(db: Queryable, storeId: string): Promise<CreationDefaults | undefined> {
  const store = await storeFind(db, storeId);
  if (!store) return undefined;
  const connections = await connectionStatuses(db, storeId);
  const palette = paletteOf(store.accent ?? undefined);
  return {
    sender: senderOf(store),
    channels: connections.map(({ channel }) => channel),
    button: palette ? { fill: palette.fill, onFill: palette.onFill } : null,
    mailServer: mailServerOf(await connectionFindActive(db, storeId, 'email')),
  };
}
