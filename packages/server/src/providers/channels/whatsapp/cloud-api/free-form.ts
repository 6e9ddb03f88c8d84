import { buttonsAsText, copyThis, shorten } from '@retoma/flow';
import { hasAddress, linkAsText } from '../as-text.ts';
import type { WhatsappMessage } from '@retoma/flow';
import { optionalMember, refuse, type Composed, type WireCall } from '../../gateway-format.ts';
import { fallbackTexts } from '../texts.ts';
import { paymentOf, type PixAccount } from './payment.ts';

/** The API's limits, in characters. */
const limits = { text: 4096, caption: 1024, body: 1024, footer: 60, label: 20, row: 24, detail: 72 } as const;

/** The recipient's number, the message key that statuses repeat, and the PIX account of payment requests; null: the account sends none. */
export type Envelope = { readonly number: string; readonly key: string; readonly pix: PixAccount | null };

/** The requests to the Cloud API that send a message within the 24-hour window. */
export function composeFreely(message: WhatsappMessage, envelope: Envelope): Composed {
  const call = (content: object): WireCall => callFor(envelope, content);
  const one = (content: object): Composed => ({ ok: true, calls: [call(content)] });
  const text = (body: string): Composed => (isTooLong(body) ? refuse('TEXT_TOO_LONG') : one(textPayload(body)));
  switch (message.kind) {
    case 'text':
      return text(message.text);
    case 'image':
    case 'video': {
      const { kind, link, caption } = message;
      if (caption.length > limits.caption) return refuse('TEXT_TOO_LONG');
      return one({ type: kind, [kind]: { link, ...optionalMember('caption', caption) } });
    }
    case 'audio':
      return one({ type: 'audio', audio: { link: message.link } });
    case 'document':
      return one({ type: 'document', document: { link: message.link, filename: message.fileName } });
    case 'link':
      return text(linkAsText(message));
    case 'buttons': {
      const interactive = interactiveOf(message);
      return interactive ? one({ type: 'interactive', interactive }) : text(buttonsAsText(message));
    }
    case 'code': {
      const order = paymentOf(message.code, envelope);
      const body = { text: message.text || copyThis };
      if (order && body.text.length <= limits.body) {
        const action = { name: 'review_and_pay', parameters: order };
        return one({ type: 'interactive', interactive: { type: 'order_details', body, action } });
      }
      if (isTooLong(message.text) || isTooLong(message.code)) return refuse('TEXT_TOO_LONG');
      // The code is a separate message, so that a long press copies only the code.
      const code = call(textPayload(message.code));
      return { ok: true, calls: message.text === '' ? [code] : [call(textPayload(message.text)), code] };
    }
    default:
      return message satisfies never;
  }
}

/** A request with the members of every message. `biz_opaque_callback_data` is repeated in its statuses. */
export const callFor = ({ number, key }: Envelope, content: object): WireCall => ({
  path: '/messages',
  body: {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: `+${number}`,
    ...content,
    biz_opaque_callback_data: key,
  },
});

const isTooLong = (text: string): boolean => text.length > limits.text;

const textPayload = (body: string): object => ({ type: 'text', text: { preview_url: hasAddress(body), body } });

/**
 * One link is a button; replies are up to 3 buttons or a list. Undefined: several links, mixed kinds or calls, which the API cannot show.
 */
function interactiveOf({ text, footer, buttons }: Extract<WhatsappMessage, { kind: 'buttons' }>): object | undefined {
  const [first] = buttons;
  const base = { body: { text }, ...(footer !== '' && { footer: { text: shorten(footer, limits.footer) } }) };
  if (first?.kind === 'url' && buttons.length === 1 && text.length <= limits.body) {
    const parameters = { display_text: shorten(first.label, limits.label), url: first.url };
    return { type: 'cta_url', ...base, action: { name: 'cta_url', parameters } };
  }
  if (buttons.some(({ kind }) => kind !== 'reply')) return undefined;
  const titles = buttons.map(({ label }) => shorten(label, limits.label));
  if (buttons.length <= 3 && new Set(titles).size === buttons.length && text.length <= limits.body) {
    const replies = buttons.map(({ id }, index) => ({
      type: 'reply',
      reply: { id: id.slice(0, 256), title: titles[index] },
    }));
    return { type: 'button', ...base, action: { buttons: replies } };
  }
  if (isTooLong(text)) return undefined;
  const rows = buttons.map(({ id, label }) => ({
    id: id.slice(0, 200),
    title: shorten(label, limits.row),
    ...(label.length > limits.row && { description: shorten(label, limits.detail) }),
  }));
  return {
    type: 'list',
    ...base,
    action: { button: fallbackTexts.seeOptions, sections: [{ title: fallbackTexts.options, rows }] },
  };
}
