import type { KeyObject } from 'node:crypto';
import { limits, withoutAccents, type Channel } from '@retoma/flow';
import { hashContact } from '../../../base/crypto/contact-hash.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';
import { connectionFindActive } from '../../queries/connections.ts';
import { suppressionFindMany } from '../../../base/contacts/suppressions.ts';
import { newId } from '../../../base/ids.ts';
import type { ConnectionDeps } from './connect.ts';
import type { TestSender } from './test-content.ts';

/** A code for a shopper, with the language of the page that requested it. `to`: an e-mail address or a phone, as stored. */
export type ShopperCodeMessage = {
  readonly kind: 'email' | 'phone';
  readonly to: string;
  readonly code: string;
  readonly locale: 'pt-BR' | 'en';
};

/** The longest store name in a code's message, so that it fits into one SMS. */
const nameLength = 50;

/** The dependencies of sending a code. `contactSecret`: the key of contact hashes. */
type ShopperCodeDeps = ConnectionDeps & { contactSecret: KeyObject };

/**
 * COM35: sends a one-time code over the store's connection: e-mail, or WhatsApp and else SMS. The message belongs to no ledger and no run:
 * quiet hours, opt-outs and holds are for messages that no one requested. A suppressed address gets none. Returns whether a provider took
 * it.
 */
export async function sendShopperCode(
  deps: ShopperCodeDeps,
  store: TestSender & { readonly storeId: string },
  message: ShopperCodeMessage,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, credentialsKey, channelProviders } = deps;
  const { storeId } = store;
  if (message.kind === 'email' && (await isSuppressed(deps, storeId, message.to))) return false;
  const channels: readonly Channel[] = message.kind === 'email' ? ['email'] : ['whatsapp', 'sms'];
  const rows = await Promise.all(channels.map((channel) => connectionFindActive(db, storeId, channel)));
  const connected = rows.flatMap((row) => {
    const provider = row && channelProviders[row.channel][row.provider];
    return provider ? [{ row, provider, channel: row.channel }] : [];
  });
  // A provider that cannot start a conversation comes last.
  const inOrder = connected.toSorted(
    (a, b) => Number(a.provider.windowHours !== null) - Number(b.provider.windowHours !== null),
  );
  for (const { row, provider, channel } of inOrder) {
    const delivered = await provider.send(
      {
        key: `code:${newId()}`,
        storeId,
        channel,
        to: message.to,
        content: codeContent(channel, store, message),
        settings: row.settings,
        credentials: openCredentials(credentialsKey, row.connectionId, row.credentials),
      },
      signal,
    );
    // Sending twice is better than not at all, but not if the first one may have arrived.
    if (delivered.outcome === 'sent' || delivered.outcome === 'uncertain') return delivered.outcome === 'sent';
  }
  return false;
}

/** COM8: whether mail to an address comes back, or its owner complained of it. */
async function isSuppressed(deps: ShopperCodeDeps, storeId: string, address: string): Promise<boolean> {
  const contactHash = hashContact(deps, storeId, 'email', address);
  if (!contactHash) return false;
  return (await suppressionFindMany(deps.db, [{ storeId, contactHash }], deps.clock())).length > 0;
}

function codeContent(
  channel: Channel,
  { name, email, senderName, senderEmail }: TestSender,
  { code, to, locale }: ShopperCodeMessage,
): object {
  const store = name.slice(0, nameLength).trim();
  const text =
    locale === 'en'
      ? `${code} is your code at ${store}. It is good for 10 minutes. Give it to no one.`
      : `${code} é o seu código na loja ${store}. Vale por 10 minutos. Não passe a ninguém.`;
  if (channel === 'sms') return { message: withoutAccents(text).slice(0, limits.sms.max) };
  if (channel === 'whatsapp') return { type: 'text', message: text };
  return {
    remetente_nome: senderName ?? name,
    remetente_email: senderEmail ?? email ?? to,
    subject: locale === 'en' ? `${code} is your code` : `${code} é o seu código`,
    html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
  };
}
