import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../testing/browser.ts';

let service: TestService;
let browser: PanelBrowser;
let at: string;
beforeAll(async () => {
  service = await startTestService({ ALLOW_PRIVATE_ADDRESSES: 'true' });
  await newUser(service, 'dona@loja.example', 'owner');
  browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email: 'dona@loja.example', password });
  at = `/stores/${service.storeId}`;
});
afterAll(() => service.stop());

const read = async <T>(path: string): Promise<T> => (await browser.get(`${at}${path}`)).body as T;
const change = (path: string, body: object = {}) => browser.post(`${at}${path}`, body);
const code = (path: string, body: object = {}) => browser.code(change(path, body));

type Channels = { channels: { channel: string; connection: Record<string, unknown> | null; providers: object[] }[] };
const connectionOf = async (channel: string) =>
  (await read<Channels>('/channels')).channels.find((one) => one.channel === channel)?.connection;

test('a channel is connected with its provider’s fields; its secrets are never returned', async () => {
  const settings = { baseUrl: 'http://127.0.0.1:9', instance: 'loja' };
  const evolution = { provider: 'evolution', perMinute: 20, warmUp: 30, settings };
  const wrong = await change('/channels/whatsapp', { ...evolution, credentials: {} });
  expect(wrong.body).toMatchObject({ error: { code: 'WRONG_CREDENTIALS', details: { issues: [expect.any(String)] } } });
  const credentials = { apiKey: 'chave-secreta' };
  expect(await code('/channels/whatsapp', { ...evolution, credentials, saveAnyway: true })).toBe(200);
  const connection = await connectionOf('whatsapp');
  expect(connection).toMatchObject({ provider: 'evolution', perMinute: 20, warmUp: 30, credentials: ['apiKey'] });
  expect((connection!['webhook'] as { url: string }).url).toMatch(
    /^https:\/\/pay\.retoma\.example\/webhooks\/channels\//,
  );
  expect(JSON.stringify(connection)).not.toContain('chave-secreta');

  // Omitted credentials stay, so changing the pace needs no secret.
  expect(
    await code('/channels/whatsapp', { provider: 'evolution', perMinute: null, credentials: {}, saveAnyway: true }),
  ).toBe(200);
  const after = await connectionOf('whatsapp');
  expect(after).toMatchObject({ perMinute: null, credentials: ['apiKey'], webhook: connection!['webhook'] });
  expect(after!['settings']).toMatchObject({ instance: 'loja' });
});

test('a broken connection shows a readable reason', async () => {
  const tried = (await change('/channels/whatsapp/try')).body;
  expect(tried).toMatchObject({ isWorking: false, reason: expect.stringMatching(/\p{Ll} /u) as string });
  expect(await code('/channels/sms/try')).toBe('NO_CONNECTION');
  expect(await code('/channels/pombo/try')).toBe('NOT_FOUND');
});

test('a test message reaches the member who requests it, and no ledger', async () => {
  for (const channel of ['whatsapp', 'email', 'sms'])
    expect(await code(`/channels/${channel}`, { provider: 'sandbox', perMinute: null })).toBe(200);
  for (const [channel, to] of Object.entries({
    whatsapp: '11 98765-4321',
    email: 'eu@loja.example',
    sms: '11987654321',
  }))
    expect((await change(`/channels/${channel}/test-message`, { to })).body).toMatchObject({
      sent: true,
      reason: null,
    });
  expect(await code('/channels/sms/test-message', { to: '12345' })).toBe('INVALID_PHONE');
  expect(await code('/channels/email/test-message', { to: 'ninguém' })).toBe('INVALID_EMAIL');
  expect([await service.count('sandbox_messages'), await service.count('messages')]).toEqual([3, 0]);
  expect(await code('/channels/sms/remove')).toBe(200);
  expect(await connectionOf('sms')).toBeNull();
  expect(await code('/channels/sms/remove')).toBe('NO_CONNECTION');
});

test('the store chooses the sender of its mail, and a provider without verified senders lists none', async () => {
  await change('/settings', { senderName: 'Aurora', senderEmail: 'Ola@loja.example' });
  await change('/channels/email', { provider: 'sandbox', perMinute: null });
  await change('/channels/email/test-message', { to: 'dela@loja.example' });
  const { rows } = await service.context.db.query<{ content: object }>(
    `select content from sandbox_messages where recipient = 'dela@loja.example'`,
  );
  expect(JSON.stringify(rows)).toContain('ola@loja.example');
  expect(await read('/senders')).toMatchObject({ senders: null, reason: null });
  expect(await code('/channels/email/remove')).toBe(200);
  expect(await read('/senders')).toMatchObject({ senders: null, reason: null });
});

test('[COM9] a store is paid through connected accounts, and a live store accepts no sandbox', async () => {
  type Accounts = { accounts: Record<string, unknown>[]; providers: { name: string }[] };
  const key = { provider: 'pix-key', settings: { key: 'loja@loja.example', name: 'Aurora', city: 'São Paulo' } };
  expect(await code('/payment-accounts', { ...key, methods: ['card'] })).toBe('METHOD_NOT_SUPPORTED');
  expect(await code('/payment-accounts', { ...key, settings: {}, methods: ['pix'] })).toBe('WRONG_SETTINGS');
  expect(await code('/payment-accounts', { ...key, methods: ['pix'] })).toBe(200);
  const publicKey = 'TEST-12345678901234';
  const mercadopago = { provider: 'mercadopago', settings: { publicKey }, methods: ['card'], saveAnyway: true };
  const accessToken = 'TEST-98765432109876';
  expect(await code('/payment-accounts', { ...mercadopago, credentials: { accessToken } })).toBe(200);
  expect(await code('/payment-accounts', { ...mercadopago, credentials: { webhookSecret: 'x'.repeat(32) } })).toBe(200);
  const { accounts } = await read<Accounts>('/payment-accounts');
  expect(accounts).toMatchObject([
    { provider: 'pix-key', methods: ['pix'], credentials: [] },
    { provider: 'mercadopago', methods: ['card'], credentials: ['accessToken', 'webhookSecret'] },
  ]);
  expect(JSON.stringify(accounts)).not.toContain(accessToken);
  expect(await code('/selling', { live: true })).toBe(200);
  expect(await code('/payment-accounts', { provider: 'sandbox', methods: ['boleto'] })).toBe('SANDBOX_IN_LIVE_STORE');
  expect(await code('/payment-methods/card/remove')).toBe(200);
  expect(await code('/payment-methods/card/remove')).toBe('NOT_FOUND');
});
