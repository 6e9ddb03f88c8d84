import type { Channel } from '@retoma/flow';
import type { StoreRow } from '../../db/queries/stores/stores.ts';

/** Who a test message comes from: the members of a store that say it. */
export type TestSender = Pick<StoreRow, 'name' | 'email' | 'senderName' | 'senderEmail'>;

/**
 * The content of a message that only tests a channel. `to`: the address of an e-mail, which is its sender too where the store has
 * none. An SMS holds the letters of its own alphabet alone: whatever the settings say, it is one part.
 */
export function testContent(
  channel: Channel,
  { name, email, senderName, senderEmail }: TestSender,
  to?: string,
): object {
  const message = `Teste da Retoma: o canal da loja ${name} funciona.`;
  if (channel === 'sms') return { message: message.slice(0, 160) };
  if (channel === 'whatsapp') return { type: 'text', message };
  return {
    remetente_nome: senderName ?? name,
    remetente_email: senderEmail ?? email ?? to,
    subject: `Teste da Retoma: ${name}`,
    html: `<p>${message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
  };
}
