import { cleanLine, type WhatsappButton, type WhatsappTemplate } from '@retoma/flow';
import type { WhatsappMessage } from '@retoma/flow';
import { refuse, type Composed } from '../../gateway-format.ts';
import { callFor, type Envelope } from './free-form.ts';
import { paymentOf } from './payment.ts';

/** The longest code of an authentication template, in characters. */
const longestSecret = 15;

/**
 * The approved template that replaces a message. The template's own parameters fill its body. The message fills header and buttons: the
 * media file, the URL after its host, the ids of replies, the code.
 */
export function composeTemplate(message: WhatsappMessage, template: WhatsappTemplate, envelope: Envelope): Composed {
  if (message.kind === 'audio') return refuse('WINDOW_CLOSED');
  // The API refuses line breaks and long runs of spaces in a parameter.
  const parameters = (template.parameters ?? []).map(cleanLine);
  if (parameters.includes('')) return refuse('EMPTY_PARAMETER');
  const filling = fillingOf(message, envelope);
  const body = [...parameters, ...filling.body];
  const components = [
    ...filling.header,
    ...(body.length > 0 ? [{ type: 'body', parameters: body.map((text) => ({ type: 'text', text })) }] : []),
    ...filling.buttons,
  ];
  const call = callFor(envelope, {
    type: 'template',
    template: {
      name: template.name,
      language: { policy: 'deterministic', code: template.language ?? 'pt_BR' },
      ...(components.length > 0 && { components }),
    },
  });
  return { ok: true, calls: [call] };
}

type Filling = {
  readonly header: readonly object[];
  readonly body: readonly string[];
  readonly buttons: readonly object[];
};
const nothing: Filling = { header: [], body: [], buttons: [] };

function fillingOf(message: Exclude<WhatsappMessage, { kind: 'audio' }>, envelope: Envelope): Filling {
  switch (message.kind) {
    case 'text':
      return nothing;
    case 'image':
    case 'video':
      return { ...nothing, header: [header(message.kind, { link: message.link })] };
    case 'document':
      return { ...nothing, header: [header('document', { link: message.link, filename: message.fileName })] };
    case 'link':
      return { ...nothing, buttons: [button('url', 0, [{ type: 'text', text: behindHost(message.link) }])] };
    case 'buttons':
      return { ...nothing, buttons: message.buttons.flatMap(buttonOf) };
    case 'code': {
      const payment = paymentOf(message.code, envelope);
      if (payment) {
        const parameter = { type: 'action', action: { order_details: payment } };
        return { ...nothing, buttons: [button('order_details', 0, [parameter])] };
      }
      if (message.code.length > longestSecret) return nothing;
      return { ...nothing, body: [message.code], buttons: [button('url', 0, [{ type: 'text', text: message.code }])] };
    }
    default:
      return message satisfies never;
  }
}

const header = (type: string, medium: object): object => ({ type: 'header', parameters: [{ type, [type]: medium }] });

const button = (kind: string, index: number, parameters: readonly object[]): object => ({
  type: 'button',
  sub_type: kind,
  index: String(index),
  parameters,
});

/** A call button has no parameters. */
function buttonOf(one: WhatsappButton, index: number): object[] {
  switch (one.kind) {
    case 'url':
      return [button('url', index, [{ type: 'text', text: behindHost(one.url) }])];
    case 'reply':
      return [button('quick_reply', index, [{ type: 'payload', payload: one.id }])];
    case 'copy':
      return [button('copy_code', index, [{ type: 'coupon_code', coupon_code: one.code }])];
    case 'call':
      return [];
    default:
      return one satisfies never;
  }
}

/** The URL without its host, which the template's button contains: `https://loja.example/pay/1?a=b` → `pay/1?a=b`. */
function behindHost(address: string): string {
  const { pathname, search, hash } = new URL(address);
  return `${pathname.slice(1)}${search}${hash}`;
}
