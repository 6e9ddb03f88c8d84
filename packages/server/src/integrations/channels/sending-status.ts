import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../db/pool.ts';
import { connectionListActive, type ConnectionRow } from '../../db/queries/contacts/connections.ts';
import { storeFind } from '../../db/queries/stores/stores.ts';

/** What happens to a store's messages on their way. */
type Sending = {
  readonly timeZone: string;
  /** The store's own host of links; null: it has none. */
  readonly domain: string | null;
  /** Accents are taken out of an SMS unless its connection says otherwise. */
  readonly smsRemovesAccents: boolean;
  /** The provider of WhatsApp; null: none. */
  readonly whatsappProvider: string | null;
  /** Whether phones show its buttons: they do, some may not, or the connection writes them out. */
  readonly whatsappButtons: 'shown' | 'uncertain' | 'written';
  /** COM15: channels whose provider has not accepted the connection's credentials. */
  readonly unverified: Channel[];
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
    whatsappButtons: whatsapp ? buttonsOf(whatsapp) : 'shown',
    unverified: connections.filter(({ verified }) => !verified).map(({ channel }) => channel),
  };
}

/** The providers that carry messages over a phone of the store's, whose buttons WhatsApp does not show everywhere. */
const overPhones: ReadonlySet<string> = new Set(['evolution', 'uazapi', 'z-api']);

function buttonsOf({ provider, settings }: ConnectionRow): Sending['whatsappButtons'] {
  if (!overPhones.has(provider)) return 'shown';
  return settings['buttons'] === false ? 'written' : 'uncertain';
}
