import type { WhatsappData } from '@retoma/flow';
import { expect, test } from 'vitest';
import { loadSdk } from '../../../../../testing/official-sdk.ts';
import { whatsappConnections } from '../../testing/whatsapp-connections.ts';
import { deliveredByCode } from '../errors.ts';

// Meta publishes no package of this API for Node; this one is of others, and validates what it sends.
type Kapso = {
  WhatsAppClient: new (config: { accessToken: string; graphVersion: string; fetch: typeof fetch }) => {
    messages: Record<string, (input: object) => Promise<unknown>>;
  };
  GraphApiError: { fromResponse: (response: Response, body: unknown) => { category: string } };
};
const { WhatsAppClient, GraphApiError } = loadSdk('@kapso/whatsapp-cloud-api') as Kapso;

const phoneNumberId = '106540352242922';
const to = '+5511987654321';
const url = 'https://loja.example/pay/1';

/** The request that the package sends for a method and its input. */
async function sentBy(method: string, input: object): Promise<{ path: string; body: unknown }> {
  const sent: { path: string; body: unknown }[] = [];
  const client = new WhatsAppClient({
    accessToken: 'EAAJB',
    graphVersion: 'v25.0',
    fetch: (address, init) => {
      const { pathname } = new URL(address instanceof Request ? address.url : address);
      sent.push({ path: pathname.replace(`/v25.0/${phoneNumberId}`, ''), body: JSON.parse(init?.body as string) });
      return Promise.resolve(Response.json({ messaging_product: 'whatsapp', contacts: [], messages: [] }));
    },
  });
  await client.messages[method]!.call(client.messages, {
    phoneNumberId,
    to,
    bizOpaqueCallbackData: 'run:a#1',
    ...input,
  });
  return sent[0]!;
}

const composeWith = (isWindowOpen: boolean): ((data: WhatsappData) => unknown) => {
  const connection = whatsappConnections.find(
    (one) => one.name.startsWith('cloud-api') && one.isWindowOpen === isWindowOpen,
  )!;
  return (data) => {
    const composed = connection.compose(data);
    return composed.ok ? composed.calls : composed.reason;
  };
};

test.each<[string, WhatsappData, string, object]>([
  ['a text', { type: 'text', message: 'Oi' }, 'sendText', { body: 'Oi', previewUrl: false }],
  ['an address', { type: 'text', message: url }, 'sendText', { body: url, previewUrl: true }],
  ['a picture', { type: 'image', image: url, message: 'Oi' }, 'sendImage', { image: { link: url, caption: 'Oi' } }],
  ['a video', { type: 'video', video: url }, 'sendVideo', { video: { link: url } }],
  ['an audio', { type: 'audio', audio: url }, 'sendAudio', { audio: { link: url } }],
  [
    'a document',
    { type: 'document', document: `${url}.pdf`, documentType: 'application/pdf' },
    'sendDocument',
    { document: { link: `${url}.pdf`, filename: '1.pdf' } },
  ],
  [
    'a link',
    { type: 'button-actions', message: 'Oi', footer: 'Loja', choices: [`Pagar|url:${url}`] },
    'sendInteractiveCtaUrl',
    { bodyText: 'Oi', footerText: 'Loja', parameters: { displayText: 'Pagar', url } },
  ],
  [
    'replies',
    { type: 'button-list', message: 'Oi', choices: ['Sim|s', 'Não|n'] },
    'sendInteractiveButtons',
    {
      bodyText: 'Oi',
      buttons: [
        { id: 's', title: 'Sim' },
        { id: 'n', title: 'Não' },
      ],
    },
  ],
  [
    'a list',
    { type: 'button-list', message: 'Oi', choices: ['A|a', 'B|b', 'C|c', 'D|d'] },
    'sendInteractiveList',
    {
      bodyText: 'Oi',
      buttonText: 'Ver opções',
      sections: [{ title: 'Opções', rows: ['A', 'B', 'C', 'D'].map((title) => ({ id: title.toLowerCase(), title })) }],
    },
  ],
])('[RUN5] %s is the request of the package', async (_, data, method, input) => {
  expect(composeWith(true)(data)).toEqual([await sentBy(method, input)]);
});

test('[RUN5] a template is the request of the package', async () => {
  const components = [
    { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
    { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'pay/1' }] },
  ];
  const template = { name: 'lembrete_pix', language: { policy: 'deterministic', code: 'pt_BR' }, components };
  const data: WhatsappData = {
    type: 'link',
    linkUrl: url,
    title: 'PIX',
    template: { name: 'lembrete_pix', parameters: ['Ana'] },
  };
  expect(composeWith(false)(data)).toEqual([await sentBy('sendTemplate', { template })]);
});

/** What each category of the package means for a message. 131048 is about reports of spam, which end by no waiting. */
const outcomes: Readonly<Record<string, string>> = {
  authorization: 'broken',
  permission: 'broken',
  throttling: 'later',
  server: 'later',
  phoneRegistration: 'broken',
  wabaConfig: 'broken',
  businessEligibility: 'broken',
  reengagementWindow: 'refused',
  template: 'refused',
  media: 'refused',
};

test.each([
  0, 3, 4, 10, 190, 200, 219, 80_007, 130_429, 131_000, 131_016, 131_037, 131_042, 131_045, 131_047, 131_051, 131_052,
  131_053, 131_056, 131_057, 132_000, 132_001, 132_005, 132_007, 132_012, 132_015, 132_016, 133_000, 133_004, 133_005,
  133_006, 133_008, 133_009, 133_010, 133_015, 133_016, 134_011,
])('[RUN5] the error %i is of the package’s category', (code) => {
  const { category } = GraphApiError.fromResponse(new Response(null, { status: 400 }), {
    error: { code, message: '' },
  });
  expect(outcomes).toHaveProperty(category);
  expect(deliveredByCode(code).outcome).toBe(outcomes[category]);
});
