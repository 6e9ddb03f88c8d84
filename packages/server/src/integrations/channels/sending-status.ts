import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../db/pool.ts';
import { connectionListActive, type ConnectionRow } from '../../db/queries/contacts/connections.ts';
import { storeFind } from '../../db/queries/stores/stores.ts';

/** The settings of a store that affect its messages. */
type Sending = {
  readonly timeZone: string;
  /** The store's own host for links; null: it has none. */
  readonly domain: string | null;
  /** Whether accents are removed from an SMS: true unless the connection disables it. */
  readonly smsRemovesAccents: boolean;
  /** The WhatsApp provider; null: none. */
  readonly whatsappProvider: string | null;
  /** How its buttons appear: shown, maybe not shown on some phones, or written as text. */
  readonly whatsappButtons: 'shown' | 'uncertain' | 'written';
  /** COM15: the channels whose provider has not accepted the connection's credentials. */
  readonly unverified: Channel[];
};

/** Reads these settings; undefined: there is no such store. */
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

/** The providers that send over the store's phone: WhatsApp does not show their buttons on every phone. */
const overPhones: ReadonlySet<string> = new Set(['evolution', 'uazapi', 'z-api']);

function buttonsOf({ provider, settings }: ConnectionRow): Sending['whatsappButtons'] {
  if (!overPhones.has(provider)) return 'shown';
  return settings['buttons'] === false ? 'written' : 'uncertain';
}
