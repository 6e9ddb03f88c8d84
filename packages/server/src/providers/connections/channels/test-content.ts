import { limits, type Channel } from '@retoma/flow';
import type { StoreRow } from '../../../stores/queries/stores.ts';

/** The members of a store that name the sender of a test message. */
export type TestSender = Pick<StoreRow, 'name' | 'email' | 'senderName' | 'senderEmail'>;

/**
 * The content of a test message. `to`: the recipient of an e-mail, also used as its sender if the store has none. An SMS is cut to
 * its limit.
 */
export function testContent(
  channel: Channel,
  { name, email, senderName, senderEmail }: TestSender,
  to?: string,
): object {
  const message = `Teste da Retoma: o canal da loja ${name} funciona.`;
  if (channel === 'sms') return { message: message.slice(0, limits.sms.max) };
  if (channel === 'whatsapp') return { type: 'text', message };
  return {
    remetente_nome: senderName ?? name,
    remetente_email: senderEmail ?? email ?? to,
    subject: `Teste da Retoma: ${name}`,
    html: `<p>${message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
  };
}
