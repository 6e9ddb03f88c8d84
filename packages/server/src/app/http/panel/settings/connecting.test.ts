import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account as httpAccount } from '../../../../providers/channels/sms/http/testing/account.ts';
import { startHttpSms } from '../../../../providers/channels/sms/http/testing/http-server.ts';
import type { LocalGateway } from '../../../../providers/channels/testing/local-gateway.ts';
import { account as uazapiAccount } from '../../../../providers/channels/whatsapp/uazapi/testing/account.ts';
import { startUazapi } from '../../../../providers/channels/whatsapp/uazapi/testing/uazapi-server.ts';
import { account as zApiAccount } from '../../../../providers/channels/whatsapp/z-api/testing/account.ts';
import { startZApi } from '../../../../providers/channels/whatsapp/z-api/testing/z-api-server.ts';
import { MercadopagoServer } from '../../../../providers/payments/mercadopago/testing/mercadopago-server.ts';
import { startTestService, type TestService } from '../../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../testing/browser.ts';

// Connecting, from the form to the first webhook, with local servers that speak the providers' protocols.

let service: TestService;
let zApi: LocalGateway;
let uazapi: LocalGateway;
let sms: LocalGateway;
let mercadopago: MercadopagoServer;
let browser: PanelBrowser;
beforeAll(async () => {
  [zApi, uazapi, sms, mercadopago] = await Promise.all([
    startZApi(),
    startUazapi(),
    startHttpSms(),
    new MercadopagoServer(Date.now).start(),
  ]);
  service = await startTestService({ ALLOW_PRIVATE_ADDRESSES: 'true', MERCADOPAGO_URL: mercadopago.url });
  await newUser(service, 'dona@loja.example', 'owner');
  browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email: 'dona@loja.example', password });
});
afterAll(() => Promise.all([service.stop(), zApi.stop(), uazapi.stop(), sms.stop(), mercadopago.stop()]));

type Row = Record<string, unknown> & { webhook: { url: string; firstAt: string | null } | null };
const at = (path: string): string => `/stores/${service.storeId}${path}`;
const change = async (path: string, body: object = {}) => (await browser.post(at(path), body)).body;
async function connectionOf(channel: string): Promise<Row | null> {
  const { body } = await browser.get(at('/channels'));
  return (body['channels'] as { channel: string; connection: Row | null }[]).find((one) => one.channel === channel)!
    .connection;
}
async function accountOf(provider: string): Promise<Row | undefined> {
  const { body } = await browser.get(at('/payment-accounts'));
  return (body['accounts'] as Row[]).find((one) => one['provider'] === provider);
}
const lastActivity = async (): Promise<unknown> =>
  ((await browser.get(at('/activity'))).body['entries'] as Record<string, unknown>[])[0];
const asSentence = expect.stringMatching(/\p{Ll} \p{Ll}/u) as string;

describe('a channel', () => {
  const { noticeSecret: _, ...credentials } = zApiAccount.credentials;
  const right = () => ({
    provider: 'z-api',
    perMinute: null,
    settings: { ...zApiAccount.settings, baseUrl: zApi.url },
    credentials,
  });
  const wrong = () => ({ ...right(), credentials: { token: 'errado123', clientToken: 'errado123' } });

  test('[COM15] refused credentials and an unreachable provider store nothing', async () => {
    const refused = await change('/channels/whatsapp', wrong());
    expect(refused).toMatchObject({ error: { code: 'CREDENTIALS_REFUSED', details: { reason: asSentence } } });
    const away = { ...right(), settings: { ...right().settings, baseUrl: 'http://127.0.0.1:9' } };
    expect(await change('/channels/whatsapp', away)).toMatchObject({
      error: { code: 'PROVIDER_UNREACHABLE', details: { reason: asSentence } },
    });
    expect(await connectionOf('whatsapp')).toBeNull();
    expect(await service.count('connections')).toBe(0);
  });

  test('[COM15] saving anyway is unverified and audited; a successful check verifies the connection', async () => {
    const saved = await change('/channels/whatsapp', { ...wrong(), saveAnyway: true });
    expect(saved).toMatchObject({ success: true, verified: false, hasWebhook: true });
    expect(await connectionOf('whatsapp')).toMatchObject({ verified: false, lastError: null });
    expect(await lastActivity()).toMatchObject({ what: 'channel_saved_unverified', detail: 'whatsapp z-api' });
    expect((await browser.get(at('/home'))).body).toMatchObject({
      attention: { unverifiedChannels: ['whatsapp'] },
      steps: { channel: false },
    });
    expect((await browser.get(at('/health'))).body).toMatchObject({ channels: [], unverified: ['whatsapp'] });
    expect(await change('/channels/whatsapp/try')).toMatchObject({ isWorking: false, reason: asSentence });
    expect(await connectionOf('whatsapp')).toMatchObject({ verified: false, lastError: asSentence });

    expect(await change('/channels/whatsapp', { ...right(), saveAnyway: true })).toMatchObject({ verified: false });
    expect(await change('/channels/whatsapp/try')).toMatchObject({ isWorking: true });
    expect(await connectionOf('whatsapp')).toMatchObject({ verified: true, lastError: null });
  });

  test('[COM15] accepted credentials connect it; changed credentials are checked again, a changed pace is not', async () => {
    expect(await change('/channels/whatsapp', right())).toMatchObject({ verified: true });
    expect(await lastActivity()).toMatchObject({ what: 'channel_connected', detail: 'whatsapp z-api' });
    expect((await browser.get(at('/home'))).body).toMatchObject({ steps: { channel: true } });
    const token = { provider: 'z-api', perMinute: null, credentials: { token: 'outro' } };
    expect(await change('/channels/whatsapp', token)).toMatchObject({ error: { code: 'CREDENTIALS_REFUSED' } });
    expect(await connectionOf('whatsapp')).toMatchObject({ verified: true, perMinute: null });
    zApi.behave('is silent');
    expect(await change('/channels/whatsapp', { ...right(), perMinute: 7 })).toMatchObject({ verified: true });
    zApi.behave('takes');
    expect(await connectionOf('whatsapp')).toMatchObject({ verified: true, perMinute: 7 });
  });

  test('[COM15] the first genuine webhook is recorded; a forged one, or one for a provider without webhooks, is not', async () => {
    const post = async (url: string): Promise<number> =>
      (await fetch(url.replace(service.context.baseUrl, service.baseUrl), { method: 'POST', body: '{}' })).status;
    const { url } = (await connectionOf('whatsapp'))!.webhook!;
    expect(await post(`${url.slice(0, -3)}abc`)).toBe(401);
    expect(await connectionOf('whatsapp')).toMatchObject({
      webhook: { firstAt: null },
      findings: [{ text: expect.stringMatching(/recusados|rejected/) as string, shapes: [] }],
    });
    expect(await post(url)).toBe(200);
    const first = (await connectionOf('whatsapp'))!.webhook!.firstAt;
    expect(first).not.toBeNull();
    service.pass(60_000);
    expect(await post(url)).toBe(200);
    await change('/channels/whatsapp', { ...right(), perMinute: 8 });
    expect((await connectionOf('whatsapp'))!.webhook!.firstAt).toBe(first);

    await change('/channels/sms', { provider: 'sandbox', perMinute: null });
    const sandbox = await connectionOf('sms');
    expect(sandbox).toMatchObject({ verified: true, webhook: null });
    await post(`${service.baseUrl}/webhooks/channels/${String(sandbox!['connectionId'])}`);
    const { rows } = await service.context.db.query<{ first: Date | null }>(
      `select first_webhook_at as first from connections where channel = 'sms'`,
    );
    expect(rows).toEqual([{ first: null }]);
  });

  test('[COM15] new credentials wait for their own first webhook', async () => {
    const other = {
      provider: 'uazapi',
      perMinute: null,
      settings: { baseUrl: uazapi.url },
      credentials: { token: uazapiAccount.credentials.token },
    };
    expect(await change('/channels/whatsapp', other)).toMatchObject({ verified: true });
    expect(await connectionOf('whatsapp')).toMatchObject({ provider: 'uazapi', webhook: { firstAt: null } });
    await change('/channels/whatsapp', { ...wrong(), saveAnyway: true });
    expect(await connectionOf('whatsapp')).toMatchObject({ verified: false, webhook: { firstAt: null } });
  });

  test('[COM15] SMS over HTTP is verified by a test message to the owner that its server accepts', async () => {
    const own = {
      provider: 'http',
      perMinute: null,
      settings: { ...httpAccount.settings, url: sms.url },
      credentials: { ...httpAccount.credentials },
    };
    const code = async (body: object): Promise<unknown> =>
      ((await change('/channels/sms', body))['error'] as { code: string } | undefined)?.code ?? 'saved';
    expect(await code(own)).toBe('TEST_PHONE_REQUIRED');
    expect(await code({ ...own, testTo: '123' })).toBe('TEST_PHONE_REQUIRED');
    const headers = { Authorization: 'Bearer errado' };
    const strange = { ...own, credentials: { ...own.credentials, headers }, testTo: '11987654321' };
    expect(await code(strange)).toBe('CREDENTIALS_REFUSED');
    expect(sms.received).toEqual([]);
    expect(await code({ ...own, testTo: '11987654321' })).toBe('saved');
    expect(sms.received.map(({ json }) => json['to'])).toEqual(['+5511987654321']);
    expect(await connectionOf('sms')).toMatchObject({ provider: 'http', verified: true });

    // A GET response proves nothing; a sent test message does.
    await change('/channels/sms', { ...own, perMinute: 5, saveAnyway: true });
    expect(await change('/channels/sms/try')).toMatchObject({ isWorking: true });
    expect(await connectionOf('sms')).toMatchObject({ verified: false });
    expect(await change('/channels/sms/test-message', { to: '11987654321' })).toMatchObject({ sent: true });
    expect(await connectionOf('sms')).toMatchObject({ verified: true });
  });
});

describe('a payment account', () => {
  const settings = { publicKey: 'APP_USR-1234567890' };
  const right = { provider: 'mercadopago', settings, credentials: { accessToken: 'APP_USR-1234567890-test' } };
  const wrong = { ...right, credentials: { accessToken: 'APP_USR-errado-1234567890' } };
  const key = { provider: 'pix-key', settings: { key: 'loja@loja.example', name: 'Aurora', city: 'São Paulo' } };

  test('[COM15] a refused account stores nothing; saved anyway it is unverified', async () => {
    expect(await change('/payment-accounts', { ...key, methods: ['pix'] })).toMatchObject({ verified: true });
    expect(await change('/payment-accounts', { ...wrong, methods: ['card'] })).toMatchObject({
      error: { code: 'CREDENTIALS_REFUSED', details: { reason: asSentence } },
    });
    expect(await accountOf('mercadopago')).toBeUndefined();
    const saved = await change('/payment-accounts', { ...wrong, methods: ['card'], saveAnyway: true });
    expect(saved).toMatchObject({ verified: false, hasWebhook: true });
    expect(await lastActivity()).toMatchObject({ what: 'payments_saved_unverified', detail: 'mercadopago card' });
    expect(await accountOf('mercadopago')).toMatchObject({ verified: false, methods: ['card'], lastError: null });
    expect((await browser.get(at('/home'))).body).toMatchObject({
      attention: { unverifiedPayments: [{ provider: 'mercadopago', label: { 'pt-BR': 'Mercado Pago' } }] },
    });
  });

  test('[COM15] a method moves from another account only when named, and only after the new account was accepted', async () => {
    const code = async (body: object): Promise<unknown> =>
      ((await change('/payment-accounts', body))['error'] as { code: string } | undefined)?.code ?? 'saved';
    const methods = async (): Promise<unknown[]> => [
      (await accountOf('pix-key'))!['methods'],
      (await accountOf('mercadopago'))!['methods'],
    ];
    expect(await code({ ...right, methods: ['pix', 'card'] })).toBe('METHOD_OF_OTHER_ACCOUNT');
    expect(await code({ provider: 'mercadopago', methods: [], move: 'pix' })).toBe('CREDENTIALS_REFUSED');
    expect(await methods()).toEqual([['pix'], ['card']]);
    expect(await code({ ...right, methods: [] })).toBe('saved');
    mercadopago.failNext(500, '/users/me');
    expect(await code({ provider: 'mercadopago', methods: [], move: 'pix' })).toBe('PROVIDER_UNREACHABLE');
    expect(await methods()).toEqual([['pix'], ['card']]);
    expect(await code({ provider: 'mercadopago', methods: [], move: 'pix' })).toBe('saved');
    expect(await methods()).toEqual([[], ['pix', 'card']]);
    expect(await lastActivity()).toMatchObject({ what: 'payments_changed', detail: 'mercadopago pix' });
    expect(await accountOf('mercadopago')).toMatchObject({ verified: true, account: 'LOJAAURORA' });
  });

  test('[COM15] an account is checked on request, and its first genuine webhook is recorded', async () => {
    const account = (await accountOf('mercadopago'))!;
    const check = `/payment-accounts/${String(account['accountId'])}/try`;
    expect(await change(check)).toMatchObject({ isWorking: true, account: 'LOJAAURORA' });
    mercadopago.failNext(403, '/users/me');
    expect(await change(check)).toMatchObject({ isWorking: false, reason: asSentence });
    expect(await accountOf('mercadopago')).toMatchObject({ lastError: asSentence });
    expect(await change(check)).toMatchObject({ isWorking: true });
    expect(await accountOf('mercadopago')).toMatchObject({ lastError: null });
    for (const id of ['0190c3a2-6f1e-7c11-8d2b-1f2e3d4c5b6a', 'nada']) {
      expect(await change(`/payment-accounts/${id}/try`)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    }

    const { webhookSecret } = mercadopago.credentials;
    await change('/payment-accounts', { provider: 'mercadopago', credentials: { webhookSecret }, methods: [] });
    const post = async (secret: string): Promise<number> => {
      const { headers, query, body } = mercadopago.webhook('5466310457', { secret, at: service.context.clock() });
      const search = new URLSearchParams(query as Record<string, string>).toString();
      const url = `${account.webhook!.url.replace(service.context.baseUrl, service.baseUrl)}?${search}`;
      return (await fetch(url, { method: 'POST', headers: headers as Record<string, string>, body: body.toString() }))
        .status;
    };
    expect(await post('the secret of somebody else')).toBe(401);
    expect(await accountOf('mercadopago')).toMatchObject({ webhook: { firstAt: null } });
    expect(await post(webhookSecret)).toBe(200);
    expect(await accountOf('mercadopago')).toMatchObject({ webhook: { firstAt: expect.any(String) as string } });
  });
});
