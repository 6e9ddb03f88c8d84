import { cleanAddress, cleanCode, cleanLine, cleanText } from './clean-text.ts';
import { nameDocument, type DocumentName } from './document-name.ts';
import type { MessageReason } from './reasons.ts';
import { buttonToPage, readWhatsappButtons, type WhatsappButtons } from './whatsapp-buttons.ts';
import type { WhatsappData, WhatsappTemplate } from './whatsapp.ts';

/** A message of any type with its metatags replaced, cleaned for sending. A missing text is ''. */
export type WhatsappMessage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image' | 'video'; readonly link: string; readonly caption: string }
  | { readonly kind: 'audio'; readonly link: string }
  | ({ readonly kind: 'document'; readonly link: string } & DocumentName)
  | {
      readonly kind: 'link';
      readonly link: string;
      readonly title: string;
      readonly description: string;
      readonly image: string | null;
    }
  | WhatsappButtons
  | { readonly kind: 'code'; readonly text: string; readonly code: string };

/** The message of a step, or why it cannot be sent. `template`: sent instead of the message where the provider has templates. */
export type ReadWhatsapp =
  | { readonly ok: true; readonly message: WhatsappMessage; readonly template: WhatsappTemplate | null }
  | { readonly ok: false; readonly reason: MessageReason };

/** Reads the data of `send_whatsapp` with every metatag replaced: its values may have made a text empty or a URL invalid. */
export function readWhatsapp(content: unknown): ReadWhatsapp {
  const data = content as WhatsappData;
  // Checked before cleaning, since a text may be very long, and after it, since cleaning may lengthen a text.
  if (isTooLong(data)) return { ok: false, reason: 'TEXT_TOO_LONG' };
  const message = shapeOf(data);
  if (typeof message === 'string') return { ok: false, reason: message };
  if (isTooLong(message)) return { ok: false, reason: 'TEXT_TOO_LONG' };
  return { ok: true, message, template: ('template' in data && data.template) || null };
}

/** The longest text of a message in WhatsApp Web, which the gateways use, in characters. */
const textLimit = 65_536;

const isTooLong = (texts: WhatsappData | WhatsappMessage): boolean =>
  Object.values(texts).some((text) => typeof text === 'string' && text.length > textLimit);

function shapeOf(data: WhatsappData): WhatsappMessage | MessageReason {
  switch (data.type) {
    case 'text':
    case 'whatsapp': {
      const text = cleanText(data.message ?? '') || cleanText(data.text ?? '');
      return text === '' ? 'EMPTY_MESSAGE' : { kind: 'text', text };
    }
    case 'image':
      return withLink(data.image, (link) => ({ kind: 'image', link, caption: cleanText(data.message ?? '') }));
    case 'video':
      return withLink(data.video, (link) => ({ kind: 'video', link, caption: cleanText(data.message ?? '') }));
    case 'audio':
      return withLink(data.audio, (link) => ({ kind: 'audio', link }));
    case 'document':
      return withLink(data.document, (link) => ({
        kind: 'document',
        link,
        ...nameDocument(link, data.documentType ?? ''),
      }));
    case 'link':
      return withLink(data.linkUrl, (link) => ({
        kind: 'link',
        link,
        title: cleanLine(data.title ?? ''),
        description: cleanText(data.linkDescription ?? ''),
        image: cleanAddress(data.image ?? ''),
      }));
    case 'button-actions':
    case 'button-list':
      return readWhatsappButtons(data);
    case 'button-otp': {
      const code = cleanCode(data.code);
      const text = cleanText(data.message ?? '');
      return code === '' ? 'EMPTY_MESSAGE' : (buttonToPage(text, code) ?? { kind: 'code', text, code });
    }
    default:
      data satisfies never;
      return 'UNSUPPORTED_CONTENT';
  }
}

function withLink(address: string, make: (link: string) => WhatsappMessage): WhatsappMessage | MessageReason {
  const link = cleanAddress(address);
  return link === null ? 'INVALID_ADDRESS' : make(link);
}
