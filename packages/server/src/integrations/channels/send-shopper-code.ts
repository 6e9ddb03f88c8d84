import { limits, withoutAccents, type Channel } from '@retoma/flow';
import { connectionFindActive } from '../../db/queries/contacts/connections.ts';
import { newId } from '../../platform/ids.ts';
import type { ConnectionParts } from './connect.ts';
import { openCredentials } from '../../crypto/open-credentials.ts';
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

/**
 * COM35: sends a one-time code over the store's connection: e-mail, or WhatsApp and else SMS. The message belongs to no ledger and no run:
 * quiet hours, opt-outs and holds are for messages that no one requested. Returns whether a provider took it.
 */
export async function sendShopperCode(
  { db, credentialsKey, channelProviders }: ConnectionParts,
  store: TestSender & { readonly storeId: string },
  message: ShopperCodeMessage,
  signal: AbortSignal,
): Promise<boolean> {
  const { storeId } = store;
  const channels: readonly Channel[] = message.kind === 'email' ? ['email'] : ['whatsapp', 'sms'];
  const rows = await Promise.all(channels.map((channel) => connectionFindActive(db, storeId, channel)));
  const connected = rows.flatMap((row) => {
    const provider = row && channelProviders[row.channel][row.provider];
    return provider ? [{ row, provider, channel: row.channel }] : [];
  });
  // A provider that lets no one be written to first comes last.
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
    // Sent twice is better than not at all, but not where the first one may have come.
    if (delivered.outcome === 'sent' || delivered.outcome === 'uncertain') return delivered.outcome === 'sent';
  }
  return false;
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
