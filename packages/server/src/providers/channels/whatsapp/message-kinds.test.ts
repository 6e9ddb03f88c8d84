import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { ChannelUpdate } from '../provider.ts';
import { parseWebhook as cloudApi } from './cloud-api/webhook.ts';
import { parseWebhook as evolution } from './evolution/webhook.ts';
import { readMessage } from './message-kinds.ts';
import {
  cloudApiTypes,
  receivedSchemas,
  uazapiMessageTypes,
  waMessageMembers,
  zApiContents,
  zApiNotifications,
} from './testing/gateway-facts.ts';
import { parseWebhook as uazapi } from './uazapi/webhook.ts';
import { parseWebhook as zApi } from './z-api/webhook.ts';

const now = Date.parse('2026-03-10T15:00:00Z');
const ana = '5511987654321';

/** A received message in the form of each gateway. */
const received = {
  evolution: (message: unknown, more: object = {}, key: object = {}): object => ({
    event: 'messages.upsert',
    instance: 'loja',
    data: {
      key: { remoteJid: `${ana}@s.whatsapp.net`, fromMe: false, id: 'IN-1', ...key },
      message,
      messageType: 'conversation',
      messageTimestamp: now / 1000,
      ...more,
    },
    date_time: new Date(now).toISOString(),
    sender: '5511300000000@s.whatsapp.net',
    apikey: 'outra',
  }),
  zApi: (content: object): object => ({
    instanceId: '3B0C11',
    messageId: 'IN-1',
    phone: ana,
    fromMe: false,
    isGroup: false,
    momment: now,
    status: 'RECEIVED',
    type: 'ReceivedCallback',
    ...content,
  }),
  uazapi: (messageType: string, content: unknown, more: object = {}): object => ({
    EventType: 'messages',
    BaseUrl: 'https://loja.uazapi.example',
    instanceName: 'loja',
    owner: '5511300000000',
    token: 'x',
    message: {
      id: '5511300000000:IN-1',
      messageid: 'IN-1',
      chatid: `${ana}@s.whatsapp.net`,
      sender: `${ana}@s.whatsapp.net`,
      fromMe: false,
      isGroup: false,
      messageType,
      content,
      edited: '',
      messageTimestamp: now,
      ...more,
    },
  }),
  cloudApi: (message: object): object => ({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: 'WABA',
        changes: [
          {
            field: 'messages',
            value: {
              metadata: { phone_number_id: 'PNID' },
              contacts: [{ wa_id: ana }],
              messages: [{ from: ana, id: 'IN-1', timestamp: String(now / 1000), ...message }],
            },
          },
        ],
      },
    ],
  }),
};
const replies = (updates: readonly ChannelUpdate[]): unknown[] =>
  updates.flatMap((update) => (update.kind === 'reply' ? [update.text] : []));
const observations = (updates: readonly ChannelUpdate[]): unknown[] =>
  updates.flatMap((update) => (update.kind === 'observation' ? [[update.code, update.shape]] : []));
const fromEvolution = (...[message, more, key]: Parameters<typeof received.evolution>) =>
  evolution(received.evolution(message, more, key), now);

describe('[RUN8] every published kind of message is a reply, no reply, or a wrapper', () => {
  test.each(waMessageMembers.plain)('WhatsApp: %s', (kind) => {
    const content = kind === 'conversation' ? 'Oi' : { text: 'Oi' };
    const type = kind[0]!.toUpperCase() + kind.slice(1);
    for (const updates of [fromEvolution({ [kind]: content }), uazapi(received.uazapi(type, content), now)])
      expect(observations(updates)).toEqual([]);
  });

  test.each(waMessageMembers.futureProof)('WhatsApp: %s contains a message or changes one', (kind) => {
    const updates = fromEvolution({ [kind]: { message: { extendedTextMessage: { text: 'SAIR' } } } });
    expect(observations(updates)).toEqual([]);
    expect(replies(updates)).toBeOneOf([[], ['SAIR']]);
  });

  test.each(zApiContents)('Z-API: %s', (content) => {
    expect(observations(zApi(received.zApi({ [content]: { message: 'Oi' } }), now))).toEqual([]);
  });

  test.each(uazapiMessageTypes)('uazapi: %s', (type) => {
    expect(observations(uazapi(received.uazapi(type, type === 'Conversation' ? 'Oi' : { text: 'Oi' }), now))).toEqual(
      [],
    );
  });

  test.each(cloudApiTypes.messages.filter((type) => type !== 'interactive'))('Cloud API: %s', (type) => {
    const expected = type === 'unsupported' ? [['empty_message', '']] : [];
    expect(observations(cloudApi(received.cloudApi({ type, [type]: { body: 'Oi' } }), 'PNID', now))).toEqual(expected);
  });

  test.each(cloudApiTypes.interactive)('Cloud API: interactive %s', (type) => {
    const message = { type: 'interactive', interactive: { type, [type]: {} } };
    expect(observations(cloudApi(received.cloudApi(message), 'PNID', now))).toEqual([]);
  });
});

test('the webhooks of these tests have the form of the gateways’ own', () => {
  const ajv = new Ajv();
  const bodies = {
    evolution: received.evolution({ conversation: 'Oi' }),
    zApi: received.zApi({ text: { message: 'Oi' } }),
    uazapi: received.uazapi('Conversation', 'Oi'),
  };
  for (const [gateway, schema] of Object.entries(receivedSchemas)) {
    const isValid = ajv.compile(schema);
    expect(isValid(bodies[gateway as keyof typeof bodies]) || isValid.errors).toBe(true);
  }
});

describe('[RUN8] what changes or reacts to a message is not a reply', () => {
  const edit = { type: 14, key: { id: 'IN-0' }, editedMessage: { conversation: 'SAIR' } };
  test.each([
    { editedMessage: { message: { protocolMessage: edit } } },
    { editedMessage: { message: { conversation: 'Texto novo' } } },
    { ephemeralMessage: { message: { protocolMessage: edit } } },
    { ephemeralMessage: { message: { editedMessage: { message: { conversation: 'Texto novo' } } } } },
    { protocolMessage: { type: 0, key: { id: 'IN-0' } } },
    { reactionMessage: { text: '❤️' } },
    { encReactionMessage: {} },
    { pollUpdateMessage: {} },
    { pinInChatMessage: { type: 1 } },
    { keepInChatMessage: {} },
    { encEventResponseMessage: {} },
    { senderKeyDistributionMessage: { groupId: 'x' } },
    { messageContextInfo: {} },
    { callLogMesssage: {} },
    { albumMessage: { expectedImageCount: 2 } },
    { deviceSentMessage: { destinationJid: 'x', message: { conversation: 'Oi' } } },
  ])('WhatsApp: %j', (message) => {
    expect(fromEvolution(message)).toEqual([]);
  });

  test.each(zApiNotifications)('Z-API: the notice %s', (notification) => {
    for (const more of [{}, { notificationParameters: ['x'] }, { text: { message: 'SAIR' } }])
      expect(zApi(received.zApi({ notification, ...more }), now)).toEqual([]);
  });

  test.each([
    { reaction: { value: '❤️' } },
    { pollVote: {} },
    { pinMessage: {} },
    { eventResponse: {} },
    { isEdit: true },
  ])('Z-API: %j', (more) => expect(replies(zApi(received.zApi({ ...more }), now))).toEqual([]));

  test.each([
    ['ReactionMessage', { text: '❤️' }, { text: '❤️' }],
    ['PollUpdateMessage', {}, { vote: 'Sol' }],
    ['ExtendedTextMessage', { text: 'Oi2' }, { text: 'Oi2', edited: 'IN-0' }],
    ['Conversation', 'SAIR', { text: 'SAIR', edited: 'IN-0' }],
    ['ProtocolMessage', { type: 0 }, {}],
    ['PinInChatMessage', {}, {}],
    ['EncReactionMessage', {}, {}],
  ])('uazapi: %s %j %j', (type, content, more) => {
    expect(uazapi(received.uazapi(type, content, more), now)).toEqual([]);
  });

  test.each([
    { type: 'revoke', revoke: { original_message_id: 'wamid.O' } },
    { type: 'edit', edit: { original_message_id: 'wamid.O', message: { type: 'text', text: { body: 'SAIR' } } } },
    { type: 'reaction', reaction: { message_id: 'wamid.O', emoji: '👍' } },
    { type: 'system', system: { type: 'user_changed_user_id' } },
    {
      type: 'interactive',
      interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
    },
  ])('Cloud API: %j', (message) => {
    expect(cloudApi(received.cloudApi(message), 'PNID', now)).toEqual([]);
  });
});

describe('[RUN8] a message without content is not a reply, and an unknown kind neither', () => {
  test('the message that a phone could not decrypt, and its text under the same id', () => {
    const stub = { messageStubType: 2, messageStubParameters: ['Message absent from node'] };
    for (const message of [undefined, null, {}])
      expect(evolution(received.evolution(message, stub), now)).toEqual([
        { kind: 'observation', code: 'empty_message', shape: '' },
      ]);
    expect(fromEvolution({ conversation: 'SAIR' })).toMatchObject([{ kind: 'reply', id: 'IN-1', text: 'SAIR' }]);
    expect(observations(zApi(received.zApi({ waitingMessage: true }), now))).toEqual([['empty_message', '']]);
    expect(observations(zApi(received.zApi({}), now))).toEqual([['empty_message', '']]);
  });

  test.each([
    ['Evolution API', fromEvolution({ conversation: '' })],
    ['Evolution API', fromEvolution({ ephemeralMessage: { message: { extendedTextMessage: {} } } })],
    ['Z-API', zApi(received.zApi({ text: { message: '' } }), now)],
    ['uazapi', uazapi(received.uazapi('Conversation', ''), now)],
    ['uazapi', uazapi(received.uazapi('', undefined), now)],
    ['Cloud API', cloudApi(received.cloudApi({ type: 'text' }), 'PNID', now)],
    ['Cloud API', cloudApi(received.cloudApi({ type: 'unsupported', errors: [{ code: 131_051 }] }), 'PNID', now)],
    ['Cloud API', cloudApi(received.cloudApi({}), 'PNID', now)],
  ])('%s: a text without text', (_, updates) => {
    expect(updates).toEqual([{ kind: 'observation', code: 'empty_message', shape: '' }]);
  });

  test('an unknown kind is named, and nothing of its content', () => {
    const content = { text: 'SAIR', phone: ana };
    const unknown = [
      fromEvolution({ holographicMessage: content }),
      fromEvolution({ ephemeralMessage: { message: { holographicMessage: content } } }),
      uazapi(received.uazapi('HolographicMessage', content, { text: 'SAIR' }), now),
      zApi(received.zApi({ holographicMessage: content }), now),
    ];
    for (const updates of unknown)
      expect(updates).toEqual([{ kind: 'observation', code: 'unknown_kind', shape: 'holographicMessage' }]);
    expect(observations(cloudApi(received.cloudApi({ type: 'hologram', hologram: content }), 'PNID', now))).toEqual([
      ['unknown_kind', 'hologram'],
    ]);
    for (const name of [ana, 'ana@loja.example', 'Ana Souza', 'x'.repeat(100), '__proto__1234'])
      expect(fromEvolution({ [name]: { x: 1 } })).toEqual([
        { kind: 'observation', code: 'unknown_kind', shape: 'other' },
      ]);
  });

  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    '%s of Object.prototype is not a kind',
    (name) => {
      expect(replies(fromEvolution({ [name]: { text: 'SAIR' } }))).toEqual([]);
      expect(replies(zApi(received.zApi({ [name]: { message: 'SAIR' } }), now))).toEqual([]);
      expect(replies(cloudApi(received.cloudApi({ type: name }), 'PNID', now))).toEqual([]);
    },
  );
});

describe('[RUN8] wrapped messages are read', () => {
  test.each([
    [{ ephemeralMessage: { message: { extendedTextMessage: { text: 'SAIR' } } } }],
    [{ ephemeralMessage: { message: { conversation: 'SAIR' } }, messageContextInfo: {} }],
    [{ viewOnceMessage: { message: { imageMessage: { caption: 'SAIR' } } } }],
    [{ viewOnceMessageV2: { message: { videoMessage: { caption: 'SAIR' } } } }],
    [{ viewOnceMessageV2Extension: { message: { imageMessage: { caption: 'SAIR' } } } }],
    [{ documentWithCaptionMessage: { message: { documentMessage: { caption: 'SAIR' } } } }],
    [{ ephemeralMessage: { message: { viewOnceMessageV2: { message: { imageMessage: { caption: 'SAIR' } } } } } }],
    [
      {
        ephemeralMessage: {
          message: { documentWithCaptionMessage: { message: { documentMessage: { caption: 'SAIR' } } } },
        },
      },
    ],
    [{ futureWrapperMessage: { message: { conversation: 'SAIR' } } }],
    [{ ephemeralMessage: { message: { buttonsResponseMessage: { selectedDisplayText: 'SAIR' } } } }],
    [{ conversation: 'SAIR', base64: 'AAAA', mediaUrl: 'https://x', speechToText: '' }],
    [{ senderKeyDistributionMessage: {}, conversation: 'SAIR' }],
    [{ conversation: 'SAIR', imageMessage: null }],
  ])('%j', (message) => {
    expect(replies(fromEvolution(message))).toEqual(['SAIR']);
    const [kind, content] = Object.entries(message)[0]!;
    if (typeof content === 'object' && !('base64' in message) && kind !== 'senderKeyDistributionMessage')
      expect(replies(uazapi(received.uazapi(kind[0]!.toUpperCase() + kind.slice(1), content), now))).toEqual(['SAIR']);
  });

  test('with the message that they quote, wherever its id is', () => {
    const quoted = { contextInfo: { stanzaId: 'ID-1' } };
    const inside = { ephemeralMessage: { message: { extendedTextMessage: { text: 'Oi', ...quoted } } } };
    expect(fromEvolution(inside)).toMatchObject([{ answers: 'ID-1' }]);
    expect(fromEvolution({ conversation: 'Oi', ...quoted })).toMatchObject([{ answers: 'ID-1' }]);
    expect(fromEvolution({ conversation: 'Oi' }, quoted)).toMatchObject([{ answers: 'ID-1' }]);
    const content = { text: 'Oi', contextInfo: { stanzaID: 'ID-1' } };
    expect(uazapi(received.uazapi('ExtendedTextMessage', content), now)).toMatchObject([{ answers: 'ID-1' }]);
  });

  test('to a bounded depth', () => {
    const wrapped = (levels: number): object =>
      levels === 0 ? { conversation: 'SAIR' } : { ephemeralMessage: { message: wrapped(levels - 1) } };
    expect(replies(fromEvolution(wrapped(4)))).toEqual(['SAIR']);
    expect(readMessage(wrapped(5))).toEqual({ kind: 'observation', code: 'unknown_kind', shape: 'nested' });
    expect(readMessage(wrapped(2000))).toEqual({ kind: 'observation', code: 'unknown_kind', shape: 'nested' });
  });
});
