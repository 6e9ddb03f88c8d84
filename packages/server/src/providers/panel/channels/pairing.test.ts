import { afterAll, beforeAll, expect, test } from 'vitest';
import { pixel, type LocalGateway } from '../../channels/testing/local-gateway.ts';
import { account as evolutionAccount } from '../../channels/whatsapp/evolution/testing/account.ts';
import { startEvolution } from '../../channels/whatsapp/evolution/testing/evolution-server.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

let service: TestService;
let gateway: LocalGateway;
let browser: PanelBrowser;
beforeAll(async () => {
  gateway = await startEvolution();
  service = await startTestService({ ALLOW_PRIVATE_ADDRESSES: 'true' });
  await newUser(service, 'dona@loja.example', 'owner');
  browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email: 'dona@loja.example', password });
});
afterAll(async () => {
  await service.stop();
  await gateway.stop();
});

const ask = (path: string, body: object = {}) =>
  browser.post(`/stores/${service.storeId}/channels/whatsapp${path}`, body);
const connection = async () => {
  const { body } = await browser.get(`/stores/${service.storeId}/channels`);
  return (body['channels'] as { channel: string; connection: object | null }[]).find(
    ({ channel }) => channel === 'whatsapp',
  )!.connection;
};

test('a phone is paired with a code that is polled until it is scanned, and unpaired', async () => {
  expect(await browser.code(ask('/phone'))).toBe('NO_CONNECTION');
  gateway.phone.isPaired = false;
  const { apiKey } = evolutionAccount.credentials;
  const settings = { baseUrl: gateway.url, ...evolutionAccount.settings };
  await ask('', { provider: 'evolution', perMinute: null, settings, credentials: { apiKey } });
  // The provider accepted the key; only the phone is missing.
  const lastError = expect.stringMatching(/desconectado/) as string;
  expect(await connection()).toMatchObject({ pairs: true, account: null, verified: true, lastError });

  expect((await ask('/phone')).body).toMatchObject({ state: 'waiting', qr: null });
  expect((await ask('/phone')).body).toMatchObject({ state: 'waiting', qr: pixel });
  expect(await connection()).toMatchObject({ lastError: expect.stringMatching(/\p{Ll} /u) as string });
  gateway.phone.isPaired = true;
  expect((await ask('/phone')).body).toMatchObject({ state: 'paired', phone: '5511300000000', qr: null });
  expect(await connection()).toMatchObject({ account: '5511300000000', lastError: null });

  expect((await ask('/phone/remove')).body).toMatchObject({ removed: true });
  expect(gateway.phone.isPaired).toBe(false);
  expect(await connection()).toMatchObject({ account: null, lastError: expect.any(String) as string });
});

test('a failure of the provider is reported with a text, and a channel without a phone has none', async () => {
  await ask('', { provider: 'evolution', perMinute: null, credentials: { apiKey: 'errada' }, saveAnyway: true });
  const broken = (await ask('/phone')).body;
  expect(broken).toMatchObject({ state: 'broken', reason: expect.stringMatching(/\p{Ll} /u) as string });
  expect((await ask('/phone/remove')).body).toMatchObject({ removed: false, reason: broken['reason'] });
  await ask('', { provider: 'sandbox', perMinute: null });
  expect(await connection()).toMatchObject({ pairs: false });
  expect(await browser.code(ask('/phone'))).toBe('NO_PAIRING');
});
