import type { Channel } from '@retoma/flow';
import { declarationOf } from '../../channels/index.ts';
import type { Queryable } from '../../db/pool.ts';
import { connectionListActive } from '../../db/queries/contacts/connections.ts';
import { storeFind } from '../../db/queries/stores/stores.ts';

/** The settings of a store that affect its messages. */
type Sending = {
  readonly timeZone: string;
  /** The store's own host for links; null: it has none. */
  readonly domain: string | null;
  /** Whether accents are removed from an SMS: true unless the connection disables it. */
  readonly smsRemovesAccents: boolean;
  /** Whether a provider with WhatsApp's permission is connected: every phone shows its buttons. */
  readonly whatsappIsOfficial: boolean;
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
  const declared = whatsapp && declarationOf('whatsapp', whatsapp.provider);
  return {
    timeZone: store.timeZone,
    domain: store.domain,
    smsRemovesAccents: sms?.settings['removeAccents'] !== false,
    whatsappIsOfficial: declared !== undefined && !declared.isUnofficial && !declared.isSimulated,
    whatsappButtons: !declared?.isUnofficial
      ? 'shown'
      : whatsapp?.settings['buttons'] === false
        ? 'written'
        : 'uncertain',
    unverified: connections.filter(({ verified }) => !verified).map(({ channel }) => channel),
  };
}
