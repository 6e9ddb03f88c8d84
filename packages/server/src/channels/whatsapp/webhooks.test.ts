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

describe('names of Object.prototype are no states', () => {
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s', (status) => {
    const statuses = [{ id: 'wamid.1', status, timestamp: String(now / 1000) }];
    expect(cloudApi(webhook('messages', { statuses }), 'PNID', now)).toEqual([]);
    expect(zApi({ type: 'MessageStatusCallback', status, ids: ['1'], momment: now }, now)).toEqual([]);
    expect(
      uazapi({ EventType: 'messages_update', event: { MessageIDs: ['1'], Type: status, Timestamp: now } }, now),
    ).toEqual([]);
    expect(evolution({ event: 'messages.update', data: { keyId: '1', status } }, now)).toEqual([]);
  });
});
