import type { EmailData } from '../../channels/email.ts';
import type { SmsData } from '../../channels/sms.ts';
import type { WhatsappData } from '../../channels/whatsapp.ts';
import type { SendName } from '../../steps/step.ts';
import { escapeHtml } from '../../metatags/render/escape.ts';
import type { Raw } from '../../members/report.ts';
import { refuse, type Refusal } from '../operation-codes.ts';
import type { MessagePart } from './content.ts';

/** Values for an e-mail whose content lacks them: sender and subject. */
export type EmailDefaults = Partial<Pick<EmailData, 'remetente_nome' | 'remetente_email' | 'subject'>>;

type Made<Data> = { ok: true; data: Data } | Refusal;

const unsuited = (part: MessagePart, action: SendName): Refusal =>
  refuse('CONTENT_NOT_FOR_ACTION', { type: part.kind === 'medium' ? part.medium : part.kind, action });

/** EDT4: converts one part of a message to the data of its sending action. */
export const messageData = {
  send_whatsapp: whatsappData,
  send_sms: sms,
  send_email: email,
} as const satisfies Record<SendName, (part: MessagePart, defaults: EmailDefaults) => Made<object>>;

function whatsappData(part: MessagePart): Made<WhatsappData> {
  switch (part.kind) {
    case 'text':
      return { ok: true, data: { type: 'text', message: part.text } };
    case 'choice': {
      const buttonList = { buttons: part.options };
      return {
        ok: true,
        data: { type: 'button-list', buttonList, ...(part.text !== undefined && { message: part.text }) },
      };
    }
    case 'medium': {
      const { medium, url, text, documentType } = part;
      const more = {
        ...(text !== undefined && { message: text }),
        ...(documentType !== undefined && { documentType }),
      };
      return { ok: true, data: { type: medium, [medium]: url, ...more } as WhatsappData };
    }
    case 'email':
      return unsuited(part, 'send_whatsapp');
    default:
      return part satisfies never;
  }
}

/** An SMS is one text; a medium becomes its address after the text. */
function sms(part: MessagePart): Made<SmsData> {
  if (part.kind === 'text') return { ok: true, data: { message: part.text } };
  if (part.kind !== 'medium') return unsuited(part, 'send_sms');
  return { ok: true, data: { message: part.text === undefined ? part.url : `${part.text} ${part.url}` } };
}

function email(part: MessagePart, defaults: EmailDefaults): Made<EmailData> {
  if (part.kind === 'choice') return unsuited(part, 'send_email');
  const own: Raw = part.kind === 'email' ? part.content : { subject: part.subject, ...bodyOf(part) };
  const filled: Record<string, unknown> = {};
  for (const member of ['remetente_nome', 'remetente_email', 'subject'] as const) {
    filled[member] = own[member] ?? defaults[member];
    if (filled[member] === undefined) return refuse('INVALID_PAYLOAD', { member: `config.content.${member}` });
  }
  if (own.html === undefined && own.body === undefined) {
    return refuse('INVALID_PAYLOAD', { member: 'config.content.html' });
  }
  for (const member of ['html', 'body']) if (own[member] !== undefined) filled[member] = own[member];
  return { ok: true, data: filled as EmailData };
}

/** Text is unchanged; an image is shown, other media are linked. Metatags need no escaping. */
function bodyOf(part: MessagePart & { kind: 'text' | 'medium' }): Raw {
  if (part.kind === 'text') return { body: part.text };
  const url = escapeHtml(part.url);
  const paragraph = part.text === undefined ? '' : `<p>${escapeHtml(part.text)}</p>`;
  const medium =
    part.medium === 'image' ? `<img src="${url}" alt="" style="max-width:100%">` : `<a href="${url}">${url}</a>`;
  return { html: `${paragraph}<p>${medium}</p>` };
}
