import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';
import { simulatedProviderOf } from '../../../providers/channels/index.ts';
import { sandboxNumberOf } from '../../../providers/payments/sandbox/cards.ts';
import { marina, mugs, shopperAt } from '../../../shop/pay-page/testing/shopper.ts';
import { smallCart, startTestService, type TestService } from '../../../testing/test-service.ts';

let service: TestService;
let owner: PanelBrowser;
beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'dona@loja.example', 'owner');
  owner = new PanelBrowser(service);
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
});
afterAll(() => service.stop());

const at = (path: string): string => `/stores/${service.storeId}${path}`;
const selling = async () => (await owner.get(at('/selling'))).body;
const change = (path: string, body: object) => owner.code(owner.post(at(path), body));

test('[COM45] the steps to real sales and what shoppers meet, from nothing to a store that sells with PIX', async () => {
  const provider = simulatedProviderOf('whatsapp');
  expect(await change('/channels/whatsapp', { provider, perMinute: null })).toBe(200);
  await owner.post(at('/payment-accounts'), { provider: 'sandbox', methods: ['pix', 'boleto', 'card'] });
  expect(await selling()).toMatchObject({
    live: false,
    ready: 0,
    accounts: [
      { provider: 'pix-key', state: 'missing', methods: [] },
      { provider: 'mercadopago', state: 'missing' },
      { provider: 'stripe', state: 'optional' },
    ],
    methods: [{ method: 'pix', by: { isSimulated: true } }, { method: 'boleto' }, { method: 'card' }],
    channels: expect.arrayContaining([
      expect.objectContaining({ channel: 'whatsapp', state: 'simulated', automations: 0 }),
      expect.objectContaining({ channel: 'email', state: 'missing', by: null }),
    ]) as unknown,
    sender: { state: 'missing', address: null },
    payPage: { state: 'optional', hostname: null },
    sale: { state: 'missing' },
  });
  expect(await change('/selling', { live: true })).toBe('NO_REAL_PAYMENT');

  const settings = { key: '(11) 98765-4321', name: 'Ana Lima', city: 'Recife' };
  expect(await change('/payment-accounts', { provider: 'pix-key', settings, methods: ['pix'] })).toBe(200);
  const seller = { legalName: 'Ana Velas', document: '52998224725', email: 'ana@loja.example', signedCartsOnly: true };
  expect(await change('/settings', seller)).toBe(200);
  expect(await change('/selling', { live: true })).toBe(200);
  expect(await selling()).toMatchObject({
    live: true,
    ready: 4,
    accounts: [{ provider: 'pix-key', state: 'done', methods: ['pix'], account: '(11) 98765-4321' }, {}, {}],
    methods: [{ by: { isSimulated: false, verified: true } }, { method: 'boleto', by: null }, { by: null }],
    sender: { state: 'done', address: 'ana@loja.example' },
    seller: { state: 'done', legalName: 'Ana Velas', contact: 'ana@loja.example' },
    prices: { state: 'done' },
  });
  expect((await owner.get(at('/health'))).body).toMatchObject({ simulated: ['whatsapp'] });
  expect(await change('/selling', { live: false })).toBe(200);
  expect(await selling()).toMatchObject({ live: false, methods: [{}, { by: { isSimulated: true } }, {}] });
});

test('[API11] the steps of the developer of a site, from the first use of a key to a paid purchase that returns', async () => {
  const integration = async () => (await owner.get(at('/selling/integration'))).body;
  expect(await integration()).toEqual({
    success: true,
    key: { state: 'optional', usedAt: null },
    purchase: { state: 'optional' },
    returns: { state: 'optional', hostname: null },
    webhooks: { state: 'optional', endpoints: 0, failing: 0 },
  });
  // What a site does in test mode counts.
  const opened = await owner.post(at('/test-store'));
  const { body } = await owner.post(`/stores/${String(opened.body['testStoreId'])}/keys`, { kind: 'checkout' });
  await service.post(smallCart, { 'x-api-key': String(body['key']) });
  await service.context.apiCalls.flush();
  expect(await integration()).toMatchObject({ key: { state: 'done' }, purchase: { state: 'missing' } });
  const shopper = shopperAt(service);
  await shopper.offer('card');
  await service.context.db.query('update stores set signed_carts_only = false where store_id = $1', [service.storeId]);
  service.context.directory.forget();
  const redirect = { successUrl: 'https://loja.example/obrigado' };
  const path = await shopper.create({ ...mugs(), customer: marina, redirect });
  await service.context.apiCalls.flush();
  expect(await integration()).toMatchObject({
    key: { state: 'done', usedAt: expect.any(String) as unknown },
    purchase: { state: 'missing' },
    returns: { state: 'done', hostname: 'loja.example' },
    webhooks: { state: 'missing' },
  });
  await shopper.submit(`${path}/pay`, { method: 'card', token: sandboxNumberOf('accepted') });
  expect(await integration()).toMatchObject({ purchase: { state: 'done' } });
});
