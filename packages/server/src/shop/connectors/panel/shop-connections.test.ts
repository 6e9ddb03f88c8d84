import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { openShopServer, type WooServer } from '../woocommerce/testing/shop-server.ts';

let shop: WooServer;
let service: TestService;
let owner: PanelBrowser;
beforeAll(async () => {
  shop = await openShopServer({
    now: Date.now(),
    app: { id: '', secret: '' },
    appAddress: () => '',
    allowHttp: true,
  });
  const hosts = shop.hosts.map((host) => `${host}=${shop.url}`).join();
  service = await startTestService({
    RATE_LIMIT_PER_SECOND: '0',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    PLATFORM_HOSTS: hosts,
  });
  await newUser(service, 'dona@loja.example', 'owner');
  owner = new PanelBrowser(service);
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
});
afterAll(async () => {
  await service.stop();
  await shop.close();
});

const at = (path = ''): string => `/stores/${service.storeId}/shop-connections${path}`;
const connect = (method: number, input: object) => owner.post(at(), { platform: 'woocommerce', method, input });
type Listed = { platforms: { name: string; methods: { available: boolean }[] }[]; connections: object[] };
const listed = async (): Promise<Listed> => (await owner.get(at())).body as unknown as Listed;

test('[CON9] platforms are listed with their capabilities and the ways to connect that this installation has', async () => {
  const { platforms, connections } = await listed();
  expect(connections).toEqual([]);
  expect(platforms.find(({ name }) => name === 'woocommerce')).toMatchObject({
    label: 'WooCommerce',
    everyMinutes: 5,
    capabilities: { pixCode: 'by-gateway' },
    methods: [
      { kind: 'consent', available: true, fields: [{ name: 'address' }] },
      { kind: 'keys', available: true },
    ],
  });
});

test('[CON11] keys are tried before the shop is connected; a refusal names the field', async () => {
  const input = shop.formInput(1);
  const wrong = await connect(1, { ...input, key: 'chave' });
  expect([wrong.status, wrong.body['error']]).toMatchObject([
    422,
    {
      code: 'WRONG_KEYS',
      message: expect.stringMatching(/não aceita estas chaves/) as string,
      details: { field: 'key' },
    },
  ]);
  expect((await connect(1, { ...input, address: '' })).body['error']).toMatchObject({
    code: 'FIELD_MISSING',
    details: { field: 'address' },
  });
  expect(await owner.code(connect(7, input))).toBe('NOT_FOUND');
  expect((await listed()).connections).toEqual([]);

  const { status, body } = await connect(1, input);
  expect([status, body['redirectUrl']]).toEqual([200, null]);
  expect((await listed()).connections).toMatchObject([
    {
      connectionId: body['connectionId'],
      platform: 'woocommerce',
      shop: shop.shop,
      health: { code: 'reading', everyMinutes: 5 },
      history: { read: 0, done: false },
    },
  ]);
});

test('[CON11] a consent begins at the shop, and connects nothing yet', async () => {
  const { body } = await connect(0, shop.formInput(0));
  expect(body['connectionId']).toBeNull();
  expect(body['redirectUrl']).toContain(`${shop.url}/wc-auth/v1/authorize?`);
  expect((await listed()).connections).toHaveLength(1);
});

test('[CON10] a shop is read at once and disconnected; a store finds only its own', async () => {
  const [{ connectionId }] = (await listed()).connections as [{ connectionId: string }];
  expect((await owner.post(at(`/${connectionId}/read`), {})).status).toBe(200);
  expect(await owner.code(owner.post(at(`/${service.storeId}/read`), {}))).toBe('NOT_FOUND');
  expect((await owner.send('DELETE', at(`/${connectionId}`), {})).status).toBe(200);
  expect((await listed()).connections).toEqual([]);
  expect(await owner.code(owner.send('DELETE', at(`/${connectionId}`), {}))).toBe('NOT_FOUND');
  expect(await owner.code(owner.post(at(`/${connectionId}/read`), {}))).toBe('NOT_FOUND');
});
