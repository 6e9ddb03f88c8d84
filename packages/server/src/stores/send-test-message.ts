import type { Channel } from '@retoma/flow';
import type { Delivered } from '../channels/provider.ts';
import { phoneNumber } from '../channels/phone-number.ts';
import { connectionFindActive } from '../db/queries/connections.ts';
import type { StoreRow } from '../db/queries/stores.ts';
import { newId } from '../ids.ts';
import type { ConnectionParts } from './connections.ts';
import { keptCredentials } from './kept-credentials.ts';

/** What came of it; `delivered` as the provider says. */
export type TestMessage =
  { ok: true; delivered: Delivered } | { ok: false; code: 'NO_CONNECTION' | 'INVALID_PHONE' | 'INVALID_EMAIL' };

const address = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/;

/**
 * Sends a fixed text over a channel's connection to whoever asks for it: in no ledger, in no run, and with nothing of the store's
 * customers in it.
 */
export async function sendTestMessage(
  { db, credentialsKey, channelProviders }: ConnectionParts,
  {
    store,
    channel,
    to,
  }: {
    store: Pick<StoreRow, 'storeId' | 'name' | 'email' | 'senderName' | 'senderEmail'>;
    channel: Channel;
    to: string;
  },
  signal: AbortSignal,
): Promise<TestMessage> {
  if (channel === 'email' ? !address.test(to) : phoneNumber(to) === null) {
    return { ok: false, code: channel === 'email' ? 'INVALID_EMAIL' : 'INVALID_PHONE' };
  }
  const row = await connectionFindActive(db, store.storeId, channel);
  const provider = row && channelProviders[channel][row.provider];
  if (!provider) return { ok: false, code: 'NO_CONNECTION' };
  const delivered = await provider.send(
    {
      key: `test:${newId()}`,
      storeId: store.storeId,
      channel,
      to,
      content: contentOf(channel, store.name, {
        name: store.senderName ?? store.name,
        email: store.senderEmail ?? store.email ?? to,
      }),
      settings: row.settings,
      credentials: keptCredentials(credentialsKey, row.connectionId, row.credentials),
    },
    signal,
  );
  return { ok: true, delivered };
}

/** The letters of an SMS's own alphabet alone: whatever the settings say, it is one part. */
function contentOf(channel: Channel, storeName: string, sender: { name: string; email: string }): object {
  const message = `Teste da Retoma: o canal da loja ${storeName} funciona.`;
  if (channel === 'sms') return { message: message.slice(0, 160) };
  if (channel === 'whatsapp') return { type: 'text', message };
  return {
    remetente_nome: sender.name,
    remetente_email: sender.email,
    subject: `Teste da Retoma: ${storeName}`,
    html: `<p>${message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
  };
}
