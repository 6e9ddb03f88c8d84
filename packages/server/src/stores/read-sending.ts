import type { Queryable } from '../db/pool.ts';
import { connectionListActive } from '../db/queries/connections.ts';
import { storeFind } from '../db/queries/stores.ts';

/** What becomes of a store's messages on their way. */
type Sending = {
  readonly timeZone: string;
  /** The store's own host of links; null: it has none. */
  readonly domain: string | null;
  /** Accents are taken out of an SMS unless its connection says otherwise. */
  readonly smsRemovesAccents: boolean;
  /** Who carries WhatsApp; null: nobody. */
  readonly whatsappProvider: string | null;
};

/** Reads it; undefined where there is no such store. */
export async function readSending(db: Queryable, storeId: string): Promise<Sending | undefined> {
  const store = await storeFind(db, storeId);
  if (!store) return undefined;
  const connections = await connectionListActive(db, [storeId]);
  const sms = connections.find(({ channel }) => channel === 'sms');
  const whatsapp = connections.find(({ channel }) => channel === 'whatsapp');
  return {
    timeZone: store.timeZone,
    domain: store.domain,
    smsRemovesAccents: sms?.settings['removeAccents'] !== false,
    whatsappProvider: whatsapp?.provider ?? null,
  };
}
