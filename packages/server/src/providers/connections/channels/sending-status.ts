import type { BusinessHours, Channel, WhatsappType } from '@retoma/flow';
import { declarationOf } from '../../channels/index.ts';
import { refusedTypes, writesOutButtons } from '../../channels/whatsapp/sent-as.ts';
import type { ProviderDeclaration } from '../../channels/provider.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { connectionListActive, type ConnectionRow } from '../../queries/connections.ts';
import { storeFind } from '../../../stores/queries/stores.ts';

/** The settings of a store that affect its messages. */
type Sending = {
  readonly timeZone: string;
  readonly businessHours: BusinessHours;
  readonly pixMinutes: number;
  /** The store's own host for links; null: it has none. */
  readonly domain: string | null;
  /** Whether accents are removed from an SMS: true unless the connection disables it. */
  readonly smsRemovesAccents: boolean;
  /** Whether a provider with WhatsApp's permission is connected: every phone shows its buttons. */
  readonly whatsappIsOfficial: boolean;
  /** How its buttons appear: shown, maybe not shown on some phones, or written as text. */
  readonly whatsappButtons: 'shown' | 'uncertain' | 'written';
  /** The types of message that its provider does not send. */
  readonly whatsappRefused: WhatsappType[];
  /** COM15: the channels whose provider has not accepted the connection's credentials. */
  readonly unverified: Channel[];
};

const whatsappShowsAll = { whatsappButtons: 'shown', whatsappRefused: [] } satisfies Partial<Sending>;

/** What a connection to WhatsApp makes of messages. Phones without WhatsApp's permission do not always show buttons. */
function sendingOver(
  provider: ProviderDeclaration,
  settings: ConnectionRow['settings'],
): Pick<Sending, 'whatsappButtons' | 'whatsappRefused'> {
  return {
    whatsappButtons: writesOutButtons(provider, settings) ? 'written' : provider.isUnofficial ? 'uncertain' : 'shown',
    whatsappRefused: refusedTypes(provider, settings),
  };
}

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
    businessHours: store.businessHours,
    pixMinutes: store.pixMinutes,
    domain: store.domain,
    smsRemovesAccents: sms?.settings['removeAccents'] !== false,
    whatsappIsOfficial: declared !== undefined && !declared.isUnofficial && !declared.isSimulated,
    ...(whatsapp && declared ? sendingOver(declared, whatsapp.settings) : whatsappShowsAll),
    unverified: connections.filter(({ verified }) => !verified).map(({ channel }) => channel),
  };
}
