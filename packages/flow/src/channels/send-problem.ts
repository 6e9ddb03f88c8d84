import type { Channel } from '../members/trigger.ts';
import { cleanText } from './clean-text.ts';
import type { EmailData } from './email.ts';
import type { MessageReason } from './reasons.ts';
import { withoutAccents, withoutInvisible } from './sms-parts.ts';
import type { SmsData } from './sms.ts';
import { readWhatsapp } from './whatsapp-message.ts';
import type { WhatsappData } from './whatsapp.ts';

// What a message is made of once every metatag is replaced, and why it cannot be sent. Delivery and simulator decide by these functions.

/** The text of an SMS, cleaned for sending, with its accents or without; '' if nothing is left. Replaced signs may be braces, so they come first. */
export const textOfSms = ({ message }: Partial<SmsData>, removesAccents = false): string =>
  typeof message === 'string' ? cleanText(removesAccents ? withoutAccents(message) : withoutInvisible(message)) : '';

/** The visible text of an e-mail: `html`, or `body` where that is empty; '' if both are. */
export function visibleTextOf({ html = '', body = '' }: Partial<EmailData>): string {
  const visible = html.trim() === '' ? body : html;
  return visible.trim() === '' ? '' : visible;
}

/** Why a message with this content is not sent, whatever its provider (RUN5); undefined if nothing is wrong with it. */
export function sendProblem(channel: Channel, content: SmsData | EmailData | WhatsappData): MessageReason | undefined {
  switch (channel) {
    case 'sms':
      return textOfSms(content as SmsData) === '' ? 'EMPTY_MESSAGE' : undefined;
    case 'email':
      return visibleTextOf(content as EmailData) === '' ? 'EMPTY_MESSAGE' : undefined;
    case 'whatsapp': {
      const read = readWhatsapp(content);
      return read.ok ? undefined : read.reason;
    }
    default:
      return channel satisfies never;
  }
}
