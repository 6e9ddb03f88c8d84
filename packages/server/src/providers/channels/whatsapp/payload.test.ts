import { buildBrCode } from '@retoma/commerce';
import type { WhatsappData } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import * as cloudApi from './cloud-api/payload.ts';
import * as evolution from './evolution/payload.ts';
import { readWhatsapp } from '@retoma/flow';
import { recipient, whatsappConnections } from './testing/whatsapp-connections.ts';
import * as uazapi from './uazapi/payload.ts';
import type { Composed } from '../gateway-format.ts';
import * as zApi from './z-api/payload.ts';

// Every shape of `send_whatsapp` × the connections of `composeAll` → the sent bodies, or a named refusal. A row is [path, body without the
// common members of the connection] for each call. The bodies of another provider are checked in its own folder; that it sends or refuses
// every shape is checked for the whole registry.

const phone = '5511987654321';
const built = buildBrCode({
  kind: 'static',
  key: '+5511987654321',
  name: 'Loja Aurora',
  city: 'SAO PAULO',
  amount: 18_990,
  once: false,
});
const pix = built.ok ? built.text : '';
const account = { merchantName: 'Loja Aurora', key: '+5511987654321', keyType: 'PHONE' } as const;

type Calls = readonly (readonly [path: string, body: object])[] | string;

/** The common members of every body: the recipient, and our key. */
const common = {
  zApi: { phone },
  uazapi: { number: phone, track_source: 'retoma', track_id: 'run:a#1' },
  evolution: { number: phone },
  cloud: {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: `+${phone}`,
    biz_opaque_callback_data: 'run:a#1',
  },
};

function outcomeOf(composed: Composed, everywhere: object): Calls {
  if (!composed.ok) return composed.reason;
  return composed.calls.map(({ path, body }) => {
    expect(body).toMatchObject(everywhere);
    return [path, Object.fromEntries(Object.entries(body).filter(([name]) => !(name in everywhere)))];
  });
}

function composeAll(data: WhatsappData): Record<string, Calls> {
  const read = readWhatsapp(data);
  if (!read.ok) throw new Error(read.reason);
  const { message } = read;
  const envelope = { number: phone, key: 'run:a#1', pix: null };
  const templated = { message, template: data.type === 'audio' ? null : template };
  return {
    'Z-API': outcomeOf(zApi.compose(message, phone, true), common.zApi),
    uazapi: outcomeOf(uazapi.compose(message, { number: phone, key: 'run:a#1', showsButtons: true }), common.uazapi),
    Evolution: outcomeOf(evolution.compose(message, phone, true), common.evolution),
    'Cloud, open': outcomeOf(cloudApi.compose(read, envelope, true), common.cloud),
    'Cloud, payments': outcomeOf(cloudApi.compose(read, { ...envelope, pix: account }, true), common.cloud),
    'Cloud, closed': outcomeOf(cloudApi.compose(templated, envelope, false), common.cloud),
    'Cloud, closed, payments': outcomeOf(
      cloudApi.compose(templated, { ...envelope, pix: account }, false),
      common.cloud,
    ),
    'Cloud, closed, no template': outcomeOf(
      cloudApi.compose({ message, template: null }, envelope, false),
      common.cloud,
    ),
  };
}

const template = { name: 'lembrete_pix', parameters: ['Ana', 'R$ 189,90'] };
const filledBody = {
  type: 'body',
  parameters: [
    { type: 'text', text: 'Ana' },
    { type: 'text', text: 'R$ 189,90' },
  ],
};
const language = { policy: 'deterministic', code: 'pt_BR' };
const templateWith = (components: object[]): Calls => [
  ['/messages', { type: 'template', template: { name: 'lembrete_pix', language, components } }],
];
const urlButton = (index: string, text: string): object => ({
  type: 'button',
  sub_type: 'url',
  index,
  parameters: [{ type: 'text', text }],
});
const text = (body: string, preview = false): Exclude<Calls, string> => [
  ['/messages', { type: 'text', text: { preview_url: preview, body } }],
];
const interactive = (interactive: object): Calls => [['/messages', { type: 'interactive', interactive }]];

type Row = { data: WhatsappData; calls: Record<string, Calls> };

/** The official API sends the same with and without payments, and nothing after the 24 hours without a template. */
const cloud = (open: Calls, closed: Calls): Record<string, Calls> => ({
  'Cloud, open': open,
  'Cloud, payments': open,
  'Cloud, closed': closed,
  'Cloud, closed, payments': closed,
  'Cloud, closed, no template': 'WINDOW_CLOSED',
});

const written: Record<string, Calls> = {
  'Z-API': [['send-text', { message: 'Oi, Ana!' }]],
  uazapi: [['send/text', { text: 'Oi, Ana!', linkPreview: false }]],
  Evolution: [['message/sendText', { text: 'Oi, Ana!', linkPreview: false }]],
  ...cloud(text('Oi, Ana!'), templateWith([filledBody])),
};

const url = 'https://loja.example/pay/3f0c9a52?view=pix';
const medium = (type: string, link: string): object => ({ type: 'header', parameters: [{ type, [type]: { link } }] });

const rows: Record<string, Row> = {
  text: { data: { type: 'text', message: 'Oi, Ana!' }, calls: written },
  'text, by its alias': { data: { type: 'text', message: ' ', text: 'Oi, Ana!' }, calls: written },
  whatsapp: { data: { type: 'whatsapp', message: 'Oi, Ana!' }, calls: written },
  'text with a link': {
    data: { type: 'text', message: `Pague:\r\n${url}` },
    calls: {
      'Z-API': [['send-text', { message: `Pague:\n${url}` }]],
      uazapi: [['send/text', { text: `Pague:\n${url}`, linkPreview: true }]],
      Evolution: [['message/sendText', { text: `Pague:\n${url}`, linkPreview: true }]],
      ...cloud(text(`Pague:\n${url}`, true), templateWith([filledBody])),
    },
  },
  image: {
    data: { type: 'image', image: 'https://loja.example/a.jpg', message: 'Sua compra' },
    calls: {
      'Z-API': [['send-image', { image: 'https://loja.example/a.jpg', caption: 'Sua compra' }]],
      uazapi: [['send/media', { type: 'image', file: 'https://loja.example/a.jpg', text: 'Sua compra' }]],
      Evolution: [
        ['message/sendMedia', { mediatype: 'image', media: 'https://loja.example/a.jpg', caption: 'Sua compra' }],
      ],
      ...cloud(
        [['/messages', { type: 'image', image: { link: 'https://loja.example/a.jpg', caption: 'Sua compra' } }]],
        templateWith([medium('image', 'https://loja.example/a.jpg'), filledBody]),
      ),
    },
  },
  video: {
    data: { type: 'video', video: 'https://loja.example/a.mp4' },
    calls: {
      'Z-API': [['send-video', { video: 'https://loja.example/a.mp4' }]],
      uazapi: [['send/media', { type: 'video', file: 'https://loja.example/a.mp4' }]],
      Evolution: [['message/sendMedia', { mediatype: 'video', media: 'https://loja.example/a.mp4' }]],
      ...cloud(
        [['/messages', { type: 'video', video: { link: 'https://loja.example/a.mp4' } }]],
        templateWith([medium('video', 'https://loja.example/a.mp4'), filledBody]),
      ),
    },
  },
  audio: {
    data: { type: 'audio', audio: 'https://loja.example/a.ogg' },
    calls: {
      'Z-API': [['send-audio', { audio: 'https://loja.example/a.ogg', waveform: true }]],
      uazapi: [['send/media', { type: 'ptt', file: 'https://loja.example/a.ogg' }]],
      Evolution: [['message/sendWhatsAppAudio', { audio: 'https://loja.example/a.ogg' }]],
      ...cloud([['/messages', { type: 'audio', audio: { link: 'https://loja.example/a.ogg' } }]], 'WINDOW_CLOSED'),
    },
  },
  document: {
    data: {
      type: 'document',
      document: 'https://loja.example/b/Boleto%20n%C2%BA%201?x=1',
      documentType: 'application/pdf',
    },
    calls: {
      'Z-API': [
        [
          'send-document/pdf',
          { document: 'https://loja.example/b/Boleto%20n%C2%BA%201?x=1', fileName: 'Boleto nº 1.pdf' },
        ],
      ],
      uazapi: [
        [
          'send/media',
          {
            type: 'document',
            file: 'https://loja.example/b/Boleto%20n%C2%BA%201?x=1',
            docName: 'Boleto nº 1.pdf',
            mimetype: 'application/pdf',
          },
        ],
      ],
      Evolution: [
        [
          'message/sendMedia',
          {
            mediatype: 'document',
            media: 'https://loja.example/b/Boleto%20n%C2%BA%201?x=1',
            fileName: 'Boleto nº 1.pdf',
            mimetype: 'application/pdf',
          },
        ],
      ],
      ...cloud(
        [
          [
            '/messages',
            {
              type: 'document',
              document: { link: 'https://loja.example/b/Boleto%20n%C2%BA%201?x=1', filename: 'Boleto nº 1.pdf' },
            },
          ],
        ],
        templateWith([
          {
            type: 'header',
            parameters: [
              {
                type: 'document',
                document: { link: 'https://loja.example/b/Boleto%20n%C2%BA%201?x=1', filename: 'Boleto nº 1.pdf' },
              },
            ],
          },
          filledBody,
        ]),
      ),
    },
  },
  link: {
    data: {
      type: 'link',
      linkUrl: url,
      title: 'Seu PIX',
      linkDescription: 'Vale até amanhã',
      image: 'https://loja.example/a.jpg',
    },
    calls: {
      'Z-API': [
        [
          'send-link',
          {
            message: url,
            image: 'https://loja.example/a.jpg',
            linkUrl: url,
            title: 'Seu PIX',
            linkDescription: 'Vale até amanhã',
            linkType: 'LARGE',
          },
        ],
      ],
      uazapi: [
        [
          'send/text',
          {
            text: url,
            linkPreview: true,
            linkPreviewTitle: 'Seu PIX',
            linkPreviewDescription: 'Vale até amanhã',
            linkPreviewImage: 'https://loja.example/a.jpg',
            linkPreviewLarge: true,
          },
        ],
      ],
      Evolution: [['message/sendText', { text: `Seu PIX\nVale até amanhã\n${url}`, linkPreview: true }]],
      ...cloud(
        text(`Seu PIX\nVale até amanhã\n${url}`, true),
        templateWith([filledBody, urlButton('0', 'pay/3f0c9a52?view=pix')]),
      ),
    },
  },
  'link alone': {
    data: { type: 'link', linkUrl: url },
    calls: {
      'Z-API': [['send-text', { message: url }]],
      uazapi: [['send/text', { text: url, linkPreview: true, linkPreviewLarge: true }]],
      Evolution: [['message/sendText', { text: url, linkPreview: true }]],
      ...cloud(text(url, true), templateWith([filledBody, urlButton('0', 'pay/3f0c9a52?view=pix')])),
    },
  },
  'button-actions, one address': {
    data: {
      type: 'button-actions',
      message: 'Falta pagar',
      footer: 'Loja Aurora',
      buttonActions: [{ id: '1', type: 'URL', label: 'Pagar agora com um PIX bem rápido', url }],
    },
    calls: {
      'Z-API': [
        [
          'send-button-actions',
          {
            message: 'Falta pagar',
            footer: 'Loja Aurora',
            buttonActions: [{ id: '1', type: 'URL', url, label: 'Pagar agora com um PIX bem rápido' }],
          },
        ],
      ],
      uazapi: [
        [
          'send/menu',
          {
            type: 'button',
            text: 'Falta pagar',
            choices: [`Pagar agora com um PIX bem rápido|url:${url}`],
            footerText: 'Loja Aurora',
          },
        ],
      ],
      Evolution: [
        [
          'message/sendButtons',
          {
            title: 'Falta pagar',
            footer: 'Loja Aurora',
            buttons: [{ type: 'url', displayText: 'Pagar agora com um PIX bem rápido', url }],
          },
        ],
      ],
      ...cloud(
        interactive({
          type: 'cta_url',
          body: { text: 'Falta pagar' },
          footer: { text: 'Loja Aurora' },
          action: { name: 'cta_url', parameters: { display_text: 'Pagar agora com um…', url } },
        }),
        templateWith([filledBody, urlButton('0', 'pay/3f0c9a52?view=pix')]),
      ),
    },
  },
  'button-actions, an address and a call': {
    data: {
      type: 'button-actions',
      message: 'Falta pagar\nPodemos ajudar?',
      buttonActions: [
        { id: '1', type: 'CALL', label: 'Ligar', phone: '+55 (11) 3000-0000' },
        { id: '2', type: 'URL', label: 'Pagar', url },
      ],
    },
    calls: {
      'Z-API': [
        [
          'send-button-actions',
          {
            message: 'Falta pagar\nPodemos ajudar?',
            buttonActions: [
              { id: '1', type: 'CALL', phone: '+551130000000', label: 'Ligar' },
              { id: '2', type: 'URL', url, label: 'Pagar' },
            ],
          },
        ],
      ],
      uazapi: [
        [
          'send/menu',
          {
            type: 'button',
            text: 'Falta pagar\nPodemos ajudar?',
            choices: ['Ligar|call:+551130000000', `Pagar|url:${url}`],
          },
        ],
      ],
      Evolution: [
        [
          'message/sendButtons',
          {
            title: 'Falta pagar',
            description: 'Podemos ajudar?',
            buttons: [
              { type: 'call', displayText: 'Ligar', phoneNumber: '+551130000000' },
              { type: 'url', displayText: 'Pagar', url },
            ],
          },
        ],
      ],
      ...cloud(
        text(`Falta pagar\nPodemos ajudar?\n\nLigar: ligue para +551130000000\nPagar: ${url}`, true),
        templateWith([filledBody, urlButton('1', 'pay/3f0c9a52?view=pix')]),
      ),
    },
  },
  'button-actions by choices, an answer among them': {
    data: { type: 'button-actions', message: 'Falta pagar', choices: [`Pagar|${url}`, 'Copiar|copy:ABC', 'Depois'] },
    calls: {
      'Z-API': [['send-text', { message: `Falta pagar\n\nPagar: ${url}\nCopiar: ABC\n• Depois` }]],
      uazapi: [
        [
          'send/menu',
          {
            type: 'button',
            text: 'Falta pagar',
            choices: [`Pagar|url:${url}`, 'Copiar|copy:ABC', 'Depois|Depois'],
          },
        ],
      ],
      Evolution: [
        ['message/sendText', { text: `Falta pagar\n\nPagar: ${url}\nCopiar: ABC\n• Depois`, linkPreview: true }],
      ],
      ...cloud(
        text(`Falta pagar\n\nPagar: ${url}\nCopiar: ABC\n• Depois`, true),
        templateWith([
          filledBody,
          urlButton('0', 'pay/3f0c9a52?view=pix'),
          {
            type: 'button',
            sub_type: 'copy_code',
            index: '1',
            parameters: [{ type: 'coupon_code', coupon_code: 'ABC' }],
          },
          { type: 'button', sub_type: 'quick_reply', index: '2', parameters: [{ type: 'payload', payload: 'Depois' }] },
        ]),
      ),
    },
  },
  'button-list, up to 3': {
    data: {
      type: 'button-list',
      buttonList: {
        buttons: [
          { id: 's', label: 'Sim' },
          { id: 'n', label: 'Não' },
        ],
      },
      message: 'Ajuda?',
    },
    calls: {
      'Z-API': [
        [
          'send-button-list',
          {
            message: 'Ajuda?',
            buttonList: {
              buttons: [
                { id: 's', label: 'Sim' },
                { id: 'n', label: 'Não' },
              ],
            },
          },
        ],
      ],
      uazapi: [['send/menu', { type: 'button', text: 'Ajuda?', choices: ['Sim|s', 'Não|n'] }]],
      Evolution: [
        [
          'message/sendButtons',
          {
            title: 'Ajuda?',
            buttons: [
              { type: 'reply', displayText: 'Sim', id: 's' },
              { type: 'reply', displayText: 'Não', id: 'n' },
            ],
          },
        ],
      ],
      ...cloud(
        interactive({
          type: 'button',
          body: { text: 'Ajuda?' },
          action: {
            buttons: [
              { type: 'reply', reply: { id: 's', title: 'Sim' } },
              { type: 'reply', reply: { id: 'n', title: 'Não' } },
            ],
          },
        }),
        templateWith([
          filledBody,
          { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: 's' }] },
          { type: 'button', sub_type: 'quick_reply', index: '1', parameters: [{ type: 'payload', payload: 'n' }] },
        ]),
      ),
    },
  },
  'button-list, 4 to 10, by choices and without a message': {
    data: { type: 'button-list', choices: ['Sim', 'Não', 'Talvez', 'Prefiro falar com uma pessoa da loja'] },
    calls: {
      'Z-API': [
        [
          'send-option-list',
          {
            message: 'Escolha uma opção:',
            optionList: {
              title: 'Opções',
              buttonLabel: 'Ver opções',
              options: [
                { id: 'Sim', title: 'Sim', description: '' },
                { id: 'Não', title: 'Não', description: '' },
                { id: 'Talvez', title: 'Talvez', description: '' },
                {
                  id: 'Prefiro falar com uma pessoa da loja',
                  title: 'Prefiro falar com uma pessoa da loja',
                  description: '',
                },
              ],
            },
          },
        ],
      ],
      uazapi: [
        [
          'send/menu',
          {
            type: 'list',
            text: 'Escolha uma opção:',
            choices: [
              'Sim|Sim',
              'Não|Não',
              'Talvez|Talvez',
              'Prefiro falar com uma pessoa da loja|Prefiro falar com uma pessoa da loja',
            ],
            listButton: 'Ver opções',
          },
        ],
      ],
      Evolution: [
        [
          'message/sendList',
          {
            title: 'Escolha uma opção:',
            footerText: '',
            buttonText: 'Ver opções',
            sections: [
              {
                title: 'Opções',
                rows: [
                  { title: 'Sim', rowId: 'Sim' },
                  { title: 'Não', rowId: 'Não' },
                  { title: 'Talvez', rowId: 'Talvez' },
                  { title: 'Prefiro falar com uma pessoa da loja', rowId: 'Prefiro falar com uma pessoa da loja' },
                ],
              },
            ],
          },
        ],
      ],
      ...cloud(
        interactive({
          type: 'list',
          body: { text: 'Escolha uma opção:' },
          action: {
            button: 'Ver opções',
            sections: [
              {
                title: 'Opções',
                rows: [
                  { id: 'Sim', title: 'Sim' },
                  { id: 'Não', title: 'Não' },
                  { id: 'Talvez', title: 'Talvez' },
                  {
                    id: 'Prefiro falar com uma pessoa da loja',
                    title: 'Prefiro falar com uma p…',
                    description: 'Prefiro falar com uma pessoa da loja',
                  },
                ],
              },
            ],
          },
        }),
        templateWith([
          filledBody,
          ...['Sim', 'Não', 'Talvez', 'Prefiro falar com uma pessoa da loja'].map((payload, index) => ({
            type: 'button',
            sub_type: 'quick_reply',
            index: String(index),
            parameters: [{ type: 'payload', payload }],
          })),
        ]),
      ),
    },
  },
};

const amount = { currency: 'BRL', total_amount: { value: 18_990, offset: 100 } };
const paid = {
  type: 'pix_dynamic_code',
  pix_dynamic_code: { code: pix, merchant_name: 'Loja Aurora', key: '+5511987654321', key_type: 'PHONE' },
};
const request = {
  reference_id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
  type: 'digital-goods',
  payment_type: 'br',
  payment_settings: [paid],
  ...amount,
};
const authentication = templateWith([
  {
    type: 'body',
    parameters: [
      { type: 'text', text: 'Ana' },
      { type: 'text', text: 'R$ 189,90' },
      { type: 'text', text: '493817' },
    ],
  },
  urlButton('0', '493817'),
]);

Object.assign(rows, {
  'button-otp, a PIX code': {
    data: { type: 'button-otp', message: 'Pague com PIX', code: pix },
    calls: {
      'Z-API': [['send-button-otp', { message: 'Pague com PIX', code: pix, buttonText: 'Copiar código' }]],
      uazapi: [['send/menu', { type: 'button', text: 'Pague com PIX', choices: [`Copiar código|copy:${pix}`] }]],
      Evolution: [
        [
          'message/sendButtons',
          { title: 'Pague com PIX', buttons: [{ type: 'copy', displayText: 'Copiar código', copyCode: pix }] },
        ],
      ],
      'Cloud, open': [...text('Pague com PIX'), ...text(pix)],
      'Cloud, payments': interactive({
        type: 'order_details',
        body: { text: 'Pague com PIX' },
        action: { name: 'review_and_pay', parameters: request },
      }),
      'Cloud, closed': templateWith([filledBody]),
      'Cloud, closed, payments': templateWith([
        filledBody,
        {
          type: 'button',
          sub_type: 'order_details',
          index: '0',
          parameters: [{ type: 'action', action: { order_details: request } }],
        },
      ]),
      'Cloud, closed, no template': 'WINDOW_CLOSED',
    },
  },
  'button-otp, a code alone': {
    data: { type: 'button-otp', code: '493817' },
    calls: {
      'Z-API': [['send-button-otp', { message: 'Copie o código:', code: '493817', buttonText: 'Copiar código' }]],
      uazapi: [['send/menu', { type: 'button', text: 'Copie o código:', choices: ['Copiar código|copy:493817'] }]],
      Evolution: [
        [
          'message/sendButtons',
          { title: 'Copie o código:', buttons: [{ type: 'copy', displayText: 'Copiar código', copyCode: '493817' }] },
        ],
      ],
      ...cloud(text('493817'), authentication),
    },
  },
} satisfies Record<string, Row>);

/** Values that leave a required member empty: the same refusal by every provider, before any request. */
const refusals: Record<string, { data: WhatsappData; reason: string }> = {
  'text without words': { data: { type: 'text', message: ' \r\n' }, reason: 'EMPTY_MESSAGE' },
  'image without an address': { data: { type: 'image', image: '' }, reason: 'INVALID_ADDRESS' },
  'video of no web': { data: { type: 'video', video: 'javascript:alert(1)' }, reason: 'INVALID_ADDRESS' },
  'audio with a password': {
    data: { type: 'audio', audio: 'https://a:b@loja.example/a.ogg' },
    reason: 'INVALID_ADDRESS',
  },
  'document that is a word': { data: { type: 'document', document: 'boleto' }, reason: 'INVALID_ADDRESS' },
  'link without an address': { data: { type: 'link', linkUrl: '' }, reason: 'INVALID_ADDRESS' },
  'button without an address': {
    data: { type: 'button-actions', message: 'Oi', choices: ['Pagar|url:'] },
    reason: 'INVALID_ADDRESS',
  },
  'button without a label': {
    data: { type: 'button-actions', message: 'Oi', choices: ['|url:https://loja.example'] },
    reason: 'EMPTY_BUTTON',
  },
  'call without a phone': {
    data: { type: 'button-actions', message: 'Oi', buttonActions: [{ id: '1', type: 'CALL', label: 'a', phone: 'x' }] },
    reason: 'EMPTY_BUTTON',
  },
  'buttons without a message': {
    data: { type: 'button-actions', message: '', choices: ['Sim'] },
    reason: 'EMPTY_MESSAGE',
  },
  'too many buttons': {
    data: { type: 'button-list', choices: Array.from({ length: 11 }, (_, index) => `Opção ${index}`) },
    reason: 'TOO_MANY_BUTTONS',
  },
  'code that is missing': { data: { type: 'button-otp', code: ' ' }, reason: 'EMPTY_MESSAGE' },
  'text without end': { data: { type: 'text', message: 'a'.repeat(65_537) }, reason: 'TEXT_TOO_LONG' },
  'another type': { data: { type: 'sticker' } as unknown as WhatsappData, reason: 'UNSUPPORTED_CONTENT' },
};

describe.each(whatsappConnections)('through $name', ({ isWindowOpen, compose }) => {
  test.each(Object.entries(rows))('%s is sent, or refused as a type that is not', (_, { data }) => {
    const composed = compose(data);
    if (!composed.ok) expect(composed.reason).toBe(isWindowOpen ? 'UNSUPPORTED_CONTENT' : 'WINDOW_CLOSED');
    else expect(JSON.stringify(composed.calls)).toContain(recipient);
  });

  test('a text is sent as it is', () => {
    const composed = compose({ type: 'text', message: 'Oi, Ana!', template });
    expect(JSON.stringify(composed)).toContain(isWindowOpen ? 'Oi, Ana!' : template.name);
  });

  test.each(Object.entries(refusals))('%s is refused', (_, { data, reason }) => {
    expect(compose(data)).toEqual({ ok: false, reason });
  });
});

describe('every shape on every connection', () => {
  test.each(Object.entries(rows))('%s', (_, { data, calls }) => {
    expect(composeAll(data)).toEqual(calls);
  });

  test('the table contains every shape', () => {
    const seenTypes = new Set(Object.values(rows).map(({ data }) => data.type));
    expect([...seenTypes].sort()).toEqual([
      'audio',
      'button-actions',
      'button-list',
      'button-otp',
      'document',
      'image',
      'link',
      'text',
      'video',
      'whatsapp',
    ]);
  });
});
