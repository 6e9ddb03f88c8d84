import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionListActive, connectionUpsertActive } from '../../providers/queries/connections.ts';
import { connectionActivate } from '../../testing/connections.ts';
import { conversationTouch } from './queries/conversations.ts';
import { newId } from '../../base/ids.ts';
import { readClickMark, readOpenMark } from '../../base/links/tracking-links.ts';
import { hashContact } from '../../base/crypto/contact-hash.ts';
import { seal } from '../../base/crypto/seal.ts';
import { deriveKey } from '../../base/crypto/derive-keys.ts';
import { changeStore } from '../../stores/manage-stores.ts';
import { readMessages, send, eventData } from '../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { webhookPath } from '../../base/links/webhook-path.ts';
import { readUnsubscribeToken } from '../../base/links/unsubscribe-link.ts';
import { watchDeliveries } from './check-delivery-rates.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const key = deriveKey('a secret for tests of thirty-two characters', 'credentials');

let service: TestEngine;
beforeAll(async () => void (service = await startTestEngine()));
afterAll(() => service.stop());
beforeEach(async () => {
  await service.asOwner('truncate runs, messages, automations, run_timers cascade');
  service.delivered.length = 0;
});

const unverified = { account: null, lastError: null, verifiedAt: null, firstWebhookAt: null };

async function connect(
  channel: 'whatsapp' | 'email',
  more: { credentials?: object; warmUp?: number; dailyLimit?: number } = {},
): Promise<string> {
  const { db, storeId } = service;
  const before = (await connectionListActive(db, [storeId])).find((row) => row.channel === channel);
  const connectionId = before?.connectionId ?? newId();
  const credentials = seal(key, connectionId, more.credentials ?? {});
  const connection = { connectionId, storeId, channel, provider: 'test', name: 'x', perMinute: null, settings: {} };
  await connectionUpsertActive(db, {
    ...connection,
    credentials,
    warmUp: more.warmUp ?? null,
    dailyLimit: more.dailyLimit ?? null,
    now: service.now(),
    ...unverified,
  });
  return connectionId;
}
async function begin(step: object = send('Oi'), times = 1): Promise<void> {
  await service.publish({ steps: [step as never] });
  await service.happen(...Array.from({ length: times }, () => ({ type: 'pix.generated' as const, data: eventData })));
  await service.settle();
}

test('a message has the current credentials of its connection', async () => {
  await connect('whatsapp', { credentials: { token: 'um' } });
  await begin();
  await connect('whatsapp', { credentials: { token: 'dois' } });
  await service.happen({ type: 'pix.generated', data: eventData });
  await service.settle();
  expect(service.delivered.map(({ credentials }) => credentials)).toEqual([{ token: 'um' }, { token: 'dois' }]);
});

test('[RUN8][COM8] an e-mail has tracking addresses that identify its message, its links and its contact', async () => {
  const connectionId = await connect('email');
  const data = { remetente_nome: 'Loja', remetente_email: 'l@loja.example', subject: 'Seu PIX', html: '<p>Oi</p>' };
  await begin({ type: 'action', name: 'send_email', data });
  const [{ key: name, marks } = { key: '' }] = service.delivered;
  const marked = {
    connectionId,
    runId: name.slice(0, 36),
    message: name.slice(37),
    sentAt: service.now(),
    trusting: false,
  };
  const { marksKey, unsubscribeKey } = service.engine;
  const tokenOf = (url: string): string => url.split('/').at(-1)!;
  expect(readOpenMark(marksKey, tokenOf(marks!.open).replace('.gif', ''))).toEqual(marked);
  const target = 'https://loja.example/1';
  expect(readClickMark(marksKey, tokenOf(marks!.click(target)))).toEqual({ ...marked, target });
  const contactHash = hashContact(service.engine, service.storeId, 'email', ana.email);
  expect(readUnsubscribeToken(unsubscribeKey, tokenOf(marks!.unsubscribe))).toEqual({
    storeId: service.storeId,
    channel: 'email',
    contactHash,
  });
});

test('[RUN8] the tracking addresses of a store that counts machines contain this setting, while it is set', async () => {
  await connect('email');
  const data = { remetente_nome: 'Loja', remetente_email: 'l@loja.example', subject: 'Seu PIX', html: '<p>Oi</p>' };
  const step = { type: 'action', name: 'send_email', data };
  for (const countMachines of [true, false]) {
    await changeStore(service.db, service.storeId, { countMachines }, unaudited);
    await begin(step);
    const token = service.delivered.at(-1)!.marks!.open.split('/').at(-1)!.replace('.gif', '');
    expect(readOpenMark(service.engine.marksKey, token)).toMatchObject({ trusting: countMachines });
    await service.db.query('update automations set active = false');
  }
});

test('[COM15] a provider with reports gets the connection’s webhook address, with the secret in it', async () => {
  const { providers, baseUrl } = service.engine;
  const provider = providers.whatsapp['test']!;
  const reporting = {
    ...provider,
    webhooks: { setupHelp: provider.label, reports: { delivered: true, replies: false } },
  };
  Object.assign(service.engine, { providers: { ...providers, whatsapp: { test: reporting } } });
  const noticeSecret = 'segredo-do-endereco-1';
  const connectionId = await connect('whatsapp', { credentials: { noticeSecret } });
  await begin();
  Object.assign(service.engine, { providers });
  expect(service.delivered.at(-1)!.webhookUrl).toBe(baseUrl() + webhookPath(connectionId, noticeSecret));
});

test('if a provider has a window, it is open for a day after a message to that connection', async () => {
  const engine = service.another();
  const provider = engine.providers.whatsapp['test']!;
  const windowed = { ...provider, windowHours: 24 };
  Object.assign(service.engine, { providers: { ...engine.providers, whatsapp: { test: windowed } } });
  const connectionId = newId();
  const connection = {
    connectionId,
    storeId: service.storeId,
    channel: 'whatsapp',
    provider: 'test',
    name: 'x',
  } as const;
  await connectionActivate(service.db, connection);
  const contactHash = hashContact(service.engine, service.storeId, 'whatsapp', ana.phone)!;
  await begin();
  await conversationTouch(service.db, { connectionId, contactHash }, service.now());
  // An older message that arrives late closes nothing.
  await conversationTouch(service.db, { connectionId, contactHash }, service.now() - 2 * day);
  const again = async (): Promise<void> => {
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
  };
  await again();
  service.pass(day);
  await again();
  expect(service.delivered.map(({ windowOpen }) => windowOpen)).toEqual([false, true, false]);
  Object.assign(service.engine, { providers: engine.providers });
});

test('a new number sends at most the daily amount of its age, and half as many more on the next day', async () => {
  await connect('whatsapp', { warmUp: 2 });
  await begin(send('Oi'), 8);
  expect(service.delivered).toHaveLength(2);
  expect((await readMessages(service)).filter(({ reason }) => reason === 'WARMING_UP')).toHaveLength(6);
  // The day begins at 11:00 UTC, and now it is 15:00.
  service.pass(20 * hour - 1);
  await service.settle();
  expect(service.delivered).toHaveLength(2);
  service.pass(1);
  await service.settle();
  expect(service.delivered).toHaveLength(5);
});

test('[COM22] a connection sends its daily limit, and the rest on the next day', async () => {
  service.pass(day);
  await connect('whatsapp', { dailyLimit: 3 });
  await begin(send('Oi'), 8);
  expect(service.delivered).toHaveLength(3);
  expect((await readMessages(service)).filter(({ reason }) => reason === 'DAILY_LIMIT')).toHaveLength(5);
  service.pass(day);
  await service.settle();
  expect(service.delivered).toHaveLength(6);
});

test('[COM22] for a new number the lower limit applies', async () => {
  service.pass(day);
  await connect('whatsapp', { warmUp: 4, dailyLimit: 5 });
  await begin(send('Oi'), 12);
  expect((await readMessages(service)).filter(({ reason }) => reason === 'WARMING_UP')).toHaveLength(8);
  service.pass(day);
  await service.settle();
  expect(service.delivered).toHaveLength(9);
  expect((await readMessages(service)).filter(({ reason }) => reason === 'DAILY_LIMIT')).toHaveLength(3);
});

test('an alert starts if messages are accepted and none is delivered; it ends with the first delivery', async () => {
  const connectionId = await connect('whatsapp');
  const { db, engine, now } = service;
  const provider = engine.providers.whatsapp['test']!;
  const reports = { delivered: true, replies: true };
  const reporting = { ...provider, webhooks: { setupHelp: provider.label, reports } };
  const watch = (): Promise<number> => watchDeliveries(db, now, { whatsapp: { test: reporting }, email: {}, sms: {} });
  const deliveryAlert = async (): Promise<unknown> =>
    (
      await db.query<{ deliveryAlert: string | null }>(
        'select delivery_alert as "deliveryAlert" from connections where connection_id = $1',
        [connectionId],
      )
    ).rows[0]!.deliveryAlert;
  await begin(send('Oi'), 19);
  service.pass(hour);
  expect([await watch(), await deliveryAlert()]).toEqual([0, null]);
  await service.happen({ type: 'pix.generated', data: eventData });
  await service.settle();
  // The last message is too recent to count.
  expect([await watch(), await deliveryAlert()]).toEqual([0, null]);
  service.pass(hour);
  expect([await watch(), await deliveryAlert()]).toEqual([1, 'NOTHING_DELIVERED']);
  expect(await watch()).toBe(0);
  await db.query(
    `update messages set state = 'delivered' where message_key = 'steps[0]#1' and run_id in (select run_id from runs limit 3)`,
  );
  expect([await watch(), await deliveryAlert()]).toEqual([1, null]);
});
