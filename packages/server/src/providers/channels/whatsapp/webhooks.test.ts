import { describe, expect, test } from 'vitest';
import type { ChannelUpdate } from '../provider.ts';
import { parseWebhook as cloudApi } from './cloud-api/webhook.ts';
import { parseWebhook as evolution } from './evolution/webhook.ts';
import { parseWebhook as uazapi } from './uazapi/webhook.ts';
import { parseWebhook as zApi } from './z-api/webhook.ts';

const now = Date.parse('2026-03-10T15:00:00Z');
const ana = '5511987654321';
const texts = (updates: readonly ChannelUpdate[]): unknown[] => updates.map((one) => one.kind === 'reply' && one.text);

describe('replies of customers', () => {
  test.each([
    [{ buttonsResponseMessage: { buttonId: '1', message: 'Quero' } }, 'Quero'],
    [{ listResponseMessage: { title: 'Sim', message: 'Sim, quero', selectedRowId: '1' } }, 'Sim'],
    [{ image: { caption: 'Comprovante', imageUrl: 'https://x' } }, 'Comprovante'],
    [{ audio: { audioUrl: 'https://x' } }, ''],
  ])('Z-API: %j', (content, text) => {
    const webhook = { type: 'ReceivedCallback', messageId: '1', phone: ana, momment: now, ...content };
    expect(texts(zApi(webhook, now))).toEqual([text]);
  });

  test.each([
    [{ buttonOrListid: 'sim', text: '', content: { selectedDisplayText: 'Sim' } }, 'Sim'],
    [{ buttonOrListid: 'sim', text: '', content: { Response: { SelectedDisplayText: 'Sim' } } }, 'Sim'],
    [{ text: '', content: { title: 'Pedir outro', listType: 1 } }, 'Pedir outro'],
    [{ buttonOrListid: 'sim', text: '' }, 'sim'],
    [{ messageType: 'AudioMessage', text: '', content: { PTT: true } }, ''],
  ])('uazapi: %j', (content, text) => {
    const message = { messageid: '1', chatid: `${ana}@s.whatsapp.net`, messageTimestamp: now, ...content };
    expect(texts(uazapi({ EventType: 'messages', message }, now))).toEqual([text]);
    expect(texts(uazapi({ event: 'message', instance: 'i', data: message }, now))).toEqual([text]);
  });

  test.each([
    [{ conversation: 'Oi' }, 'Oi'],
    [{ buttonsResponseMessage: { selectedDisplayText: 'Sim', selectedButtonId: 's' } }, 'Sim'],
    [{ templateButtonReplyMessage: { selectedDisplayText: 'Sim' } }, 'Sim'],
    [{ listResponseMessage: { title: 'Sim', singleSelectReply: { selectedRowId: 's' } } }, 'Sim'],
    [{ imageMessage: { caption: 'Comprovante' } }, 'Comprovante'],
    [{ stickerMessage: {} }, ''],
  ])('Evolution API: %j', (message, text) => {
    const key = { remoteJid: '1@lid', remoteJidAlt: `${ana}@s.whatsapp.net`, id: '1' };
    const data = { key, message, messageTimestamp: now / 1000 };
    expect(texts(evolution({ event: 'messages.upsert', data }, now))).toEqual([text]);
    expect(texts(evolution({ event: 'MESSAGES_UPSERT', data: [data] }, now))).toEqual([text]);
  });

  test.each([
    [{ type: 'button', button: { payload: 'SIM', text: 'Sim' } }, 'Sim'],
    [{ type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'b1', title: 'Sim' } } }, 'Sim'],
    [{ type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'r1', title: 'Sim' } } }, 'Sim'],
    [{ type: 'image', image: { caption: 'Comprovante' } }, 'Comprovante'],
    [{ type: 'location', location: {} }, ''],
  ])('Cloud API: %j', (content, text) => {
    const messages = [{ from: ana, id: 'wamid.1', timestamp: String(now / 1000), ...content }];
    expect(texts(cloudApi(webhook('messages', { messages }), 'PNID', now))).toEqual([text]);
  });
});

const webhook = (field: string, value: object): object => ({
  object: 'whatsapp_business_account',
  entry: [{ id: 'WABA', changes: [{ field, value: { metadata: { phone_number_id: 'PNID' }, ...value } }] }],
});
const status = (more: object): readonly ChannelUpdate[] => {
  const one = { id: 'wamid.1', status: 'failed', timestamp: String(now / 1000), recipient_id: ana, ...more };
  return cloudApi(webhook('messages', { statuses: [one] }), 'PNID', now);
};

describe('other updates of the Cloud API', () => {
  test('a status contains our key if it is returned, and the reason of a failure', () => {
    expect(status({ status: 'read', biz_opaque_callback_data: 'run:a#1' })).toEqual([
      { kind: 'status', message: { key: 'run:a#1' }, status: 'read', at: now },
    ]);
    expect(status({ errors: [{ code: 131_047 }] })).toEqual([
      { kind: 'status', message: { providerId: 'wamid.1' }, status: 'failed', reason: 'WINDOW_CLOSED:131047', at: now },
    ]);
  });

  test('a contact who stopped marketing, by a failed message or by a choice in WhatsApp', () => {
    expect(status({ errors: [{ code: 131_050 }] })).toContainEqual({
      kind: 'preference',
      from: ana,
      message: { providerId: 'wamid.1' },
      wants: false,
      at: now,
    });
    const preference = { wa_id: ana, category: 'marketing_messages', timestamp: now / 1000 };
    for (const [value, wants] of [
      ['stop', false],
      ['resume', true],
    ] as const) {
      const updates = cloudApi(
        webhook('user_preferences', { user_preferences: [{ ...preference, value }] }),
        'PNID',
        now,
      );
      expect(updates).toEqual([{ kind: 'preference', from: ana, wants, at: now }]);
    }
  });

  test('a connection that stopped working, and works again', () => {
    expect(status({ errors: [{ code: 131_042 }] })).toContainEqual({
      kind: 'connection',
      open: false,
      reason: 'PAYMENT_DUE',
      at: now,
    });
    const banned = (waba_ban_state: string): object =>
      webhook('account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } });
    expect(cloudApi(banned('DISABLE'), 'PNID', now)).toMatchObject([{ open: false, reason: 'ACCOUNT_RESTRICTED' }]);
    expect(cloudApi(banned('REINSTATE'), 'PNID', now)).toMatchObject([{ open: true }]);
    expect(cloudApi(banned('SCHEDULE_FOR_DISABLE'), 'PNID', now)).toEqual([]);
  });
});

describe('[COM44] templates of an account', () => {
  const events = (...changes: object[]): object => ({
    object: 'whatsapp_business_account',
    entry: changes.map((value, index) => ({
      id: 'WABA',
      time: now / 1000 - index,
      changes: [{ field: 'message_template_status_update', value }],
    })),
  });
  const lembrete = {
    message_template_id: 1,
    message_template_name: 'pix_lembrete',
    message_template_language: 'pt_BR',
  };

  test.each([
    ['PAUSED', true],
    ['DISABLED', true],
    ['REJECTED', true],
    ['ARCHIVED', true],
    ['APPROVED', false],
    ['REINSTATED', false],
  ])('%s', (event, stopped) => {
    expect(cloudApi(events({ ...lembrete, event, reason: 'NONE' }), 'PNID', now)).toEqual([
      { kind: 'template', name: 'pix_lembrete', language: 'pt_BR', stopped, at: now },
    ]);
  });

  test('other events, other accounts and names that are none change nothing', () => {
    const paused = { ...lembrete, event: 'PAUSED' };
    for (const event of ['FLAGGED', 'PENDING', 'toString']) {
      expect(cloudApi(events({ ...lembrete, event }), 'PNID', now)).toEqual([]);
    }
    expect(cloudApi(events({ ...paused, message_template_name: 'pix <b>' }), 'PNID', now)).toEqual([]);
    expect(cloudApi(events(paused), 'PNID', now, 'OTHER')).toEqual([]);
    expect(cloudApi(events(paused), 'PNID', now, 'WABA')).toHaveLength(1);
  });
});

describe('a phone that disconnects or reconnects', () => {
  const closed = { kind: 'connection', open: false, reason: 'DISCONNECTED', at: now };
  test.each([
    ['Z-API', zApi({ type: 'DisconnectedCallback', momment: now / 1000, disconnected: true }, now)],
    ['uazapi', uazapi({ EventType: 'connection', instance: { status: 'disconnected' } }, now)],
    ['Evolution API', evolution({ event: 'connection.update', data: { state: 'close' } }, now)],
  ])('%s: disconnected', (_, updates) => {
    expect(updates).toEqual([closed]);
  });

  test.each([
    ['Z-API', zApi({ type: 'ConnectedCallback', momment: now }, now)],
    ['uazapi', uazapi({ EventType: 'connection', instance: { status: 'connected' } }, now)],
    ['Evolution API', evolution({ event: 'connection.update', data: { state: 'open' } }, now)],
  ])('%s: connected', (_, updates) => {
    expect(updates).toEqual([{ kind: 'connection', open: true, at: now }]);
  });
});

describe('an unknown status, or a name of Object.prototype, changes no status', () => {
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'TELEPORTED'])('%s', (status) => {
    const statuses = [{ id: 'wamid.1', status, timestamp: String(now / 1000) }];
    const all = [
      cloudApi(webhook('messages', { statuses }), 'PNID', now),
      zApi({ type: 'MessageStatusCallback', status, ids: ['1'], momment: now }, now),
      uazapi({ EventType: 'messages_update', event: { MessageIDs: ['1'], Type: status, Timestamp: now } }, now),
      evolution({ event: 'messages.update', data: { keyId: '1', status } }, now),
    ];
    for (const updates of all) expect(updates).toMatchObject([{ kind: 'observation', code: 'unknown_status' }]);
  });

  test('an unknown event is observed by its name; a known one about something else is not', () => {
    const unknown = (shape: string) => [{ kind: 'observation', code: 'unknown_kind', shape }];
    for (const event of ['message.upsert', 'MESSAGE_UPSERT'])
      expect(evolution({ event, data: {} }, now)).toEqual(unknown('message.upsert'));
    expect(uazapi({ EventType: 'mensagens', message: {} }, now)).toEqual(unknown('mensagens'));
    expect(zApi({ type: 'IncomingCallback' }, now)).toEqual(unknown('IncomingCallback'));
    for (const event of ['contacts.update', 'GROUP_PARTICIPANTS_UPDATE', 'group-participants.update', 'qrcode.updated'])
      expect(evolution({ event, data: {} }, now)).toEqual([]);
    expect(uazapi({ EventType: 'chats', data: {} }, now)).toEqual([]);
    expect(zApi({ type: 'PresenceChatCallback' }, now)).toEqual([]);
  });

  test.each(['PENDING', 'DELETED', 'EDITED'])('Evolution API: %s is known, and none of the delivery', (status) => {
    expect(evolution({ event: 'messages.update', data: { keyId: '1', status } }, now)).toEqual([]);
  });
});

describe('[RUN8] people without a phone number', () => {
  const lid = '103899771998284@lid';
  const bsuid = 'BR.1349120865530274';
  const quoted = { contextInfo: { stanzaId: 'ID-1' } };
  const upsert = (key: object, message: object): readonly ChannelUpdate[] =>
    evolution(
      { event: 'messages.upsert', data: { key: { id: '1', ...key }, message, messageTimestamp: now / 1000 } },
      now,
    );
  const message = (more: object, contacts: object[] = []): readonly ChannelUpdate[] => {
    const messages = [{ id: '1', timestamp: String(now / 1000), type: 'text', text: { body: 'SAIR' }, ...more }];
    return cloudApi(webhook('messages', { messages, contacts }), 'PNID', now);
  };
  const reply = { kind: 'reply', id: '1', text: 'SAIR', at: now };

  test('Evolution API: a LID stands for the sender, beside the phone if there is one', () => {
    const text = { extendedTextMessage: { text: 'SAIR', ...quoted } };
    expect(upsert({ remoteJid: lid }, text)).toEqual([{ ...reply, alias: lid, answers: 'ID-1' }]);
    expect(upsert({ remoteJid: lid }, { conversation: 'SAIR' })).toEqual([{ ...reply, alias: lid }]);
    for (const address of ['103899771998284:7@lid', '103899771998284@hosted.lid'])
      expect(upsert({ remoteJid: address }, { conversation: 'SAIR' })).toEqual([{ ...reply, alias: lid }]);
    for (const key of [
      { remoteJid: lid, remoteJidAlt: `${ana}@s.whatsapp.net` },
      { remoteJid: `${ana}@s.whatsapp.net`, senderLid: lid },
    ])
      expect(upsert(key, { conversation: 'SAIR' })).toEqual([{ ...reply, from: ana, alias: lid }]);
    const data = { keyId: 'ID-1', remoteJid: lid, fromMe: true, status: 'READ' };
    expect(evolution({ event: 'messages.update', data }, now)).toMatchObject([{ status: 'read', to: { alias: lid } }]);
  });

  test('Z-API and uazapi: the same', () => {
    const callback = { type: 'ReceivedCallback', messageId: '1', momment: now, text: { message: 'SAIR' } };
    expect(zApi({ ...callback, phone: lid }, now)).toEqual([{ ...reply, alias: lid }]);
    expect(zApi({ ...callback, phone: ana, senderLid: lid }, now)).toEqual([{ ...reply, from: ana, alias: lid }]);
    expect(zApi({ ...callback, phone: lid, referenceMessageId: 'ID-1' }, now)).toMatchObject([{ answers: 'ID-1' }]);
    const body = { messageid: '1', messageTimestamp: now, text: 'SAIR' };
    const post = (more: object) => uazapi({ EventType: 'messages', message: { ...body, ...more } }, now);
    expect(post({ chatid: lid, sender: lid })).toEqual([{ ...reply, alias: lid }]);
    expect(post({ chatid: lid, sender_pn: `${ana}@s.whatsapp.net` })).toEqual([{ ...reply, from: ana, alias: lid }]);
  });

  test('Cloud API: a business-scoped user id stands for the sender, wherever it is', () => {
    const context = { context: { id: 'wamid.O' } };
    for (const more of [
      { from_user_id: bsuid },
      { from: bsuid },
      { from: '', from_user_id: bsuid },
      { from: null, from_user_id: bsuid },
    ])
      expect(message({ ...more, ...context })).toEqual([{ ...reply, alias: bsuid, answers: 'wamid.O' }]);
    expect(message({}, [{ user_id: bsuid }])).toEqual([{ ...reply, alias: bsuid }]);
    expect(message({ from: ana, from_user_id: bsuid })).toEqual([{ ...reply, from: ana, alias: bsuid }]);
    expect(message({ from_user_id: bsuid }, [{ user_id: 'BR.9' }, { user_id: bsuid, wa_id: ana }])).toEqual([
      { ...reply, from: ana, alias: bsuid },
    ]);
    expect(message(context)).toEqual([{ ...reply, answers: 'wamid.O' }]);
    expect(message({})).toEqual([{ kind: 'observation', code: 'unmatched_reply', shape: '' }]);
  });

  test('Cloud API: a status counts without a recipient, and shows the recipient’s user id', () => {
    const done = { kind: 'status', message: { providerId: 'wamid.1' }, status: 'read', at: now };
    expect(status({ status: 'read', recipient_id: undefined })).toEqual([done]);
    expect(status({ status: 'read', recipient_id: '', recipient_user_id: bsuid })).toEqual([
      { ...done, to: { alias: bsuid } },
    ]);
    expect(status({ status: 'read', recipient_user_id: bsuid })).toEqual([
      { ...done, to: { from: ana, alias: bsuid } },
    ]);
  });

  test('[COM8] Cloud API: an opt-out names the contact, or the message whose recipient it is; never an empty address', () => {
    const choice = { kind: 'preference', message: { key: 'run:a#1' }, wants: false, at: now };
    const failed = { errors: [{ code: 131_050 }], biz_opaque_callback_data: 'run:a#1' };
    for (const recipient_id of ['', undefined, null]) expect(status({ ...failed, recipient_id })[1]).toEqual(choice);
    const preferences = (more: object): readonly ChannelUpdate[] => {
      const one = { category: 'marketing_messages', value: 'stop', timestamp: now / 1000, ...more };
      return cloudApi(webhook('user_preferences', { user_preferences: [one] }), 'PNID', now);
    };
    expect(preferences({ user_id: bsuid })).toEqual([{ kind: 'preference', alias: bsuid, wants: false, at: now }]);
    expect(preferences({ wa_id: bsuid })).toEqual([{ kind: 'preference', alias: bsuid, wants: false, at: now }]);
    expect(preferences({})).toMatchObject([{ kind: 'observation', code: 'unmatched_reply' }]);
  });
});

describe('Evolution API: the time of a webhook is the local time of its server, marked as UTC', () => {
  test.each([-12, -3, 0, 5.5, 14])('at UTC%s a status counts, and is never ahead', (offset) => {
    const date_time = new Date(now + offset * 60 * 60_000).toISOString();
    const data = { keyId: 'ID-1', fromMe: true, status: 'READ' };
    const [update] = evolution({ event: 'messages.update', data, date_time }, now);
    expect(update).toMatchObject({ kind: 'status', status: 'read', at: Math.min(now, now + offset * 60 * 60_000) });
  });
});
