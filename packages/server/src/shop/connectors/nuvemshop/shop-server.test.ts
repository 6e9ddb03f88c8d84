import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitBefore } from './testing/webhook-queue.ts';
import { openShopServer, type NuvemshopServer } from './testing/shop-server.ts';

const app = { id: '4321', secret: 'segredo' };
const start = Date.parse('2026-11-29T12:00:00Z');
const minute = 60_000;
const buyer = {
  method: 'pix',
  total: '189.90',
  name: 'Maria',
  email: 'maria@cliente.example',
  phone: '+5511987654321',
} as const;

/** What an address was sent, and the status that it answers. */
const receiver = { bodies: [] as string[], at: [] as number[], status: 200, url: '' };
let http: Server;
let server: NuvemshopServer;

beforeAll(async () => {
  http = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      receiver.bodies.push(body);
      receiver.at.push((server.now() - start) / minute);
      response.writeHead(receiver.status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  receiver.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/connect/nuvemshop/app`;
});
afterAll(() => http.close());
beforeEach(async () => {
  Object.assign(receiver, { bodies: [], at: [], status: 200 });
  server = await openShopServer({ now: start, app, appAddress: () => receiver.url, allowHttp: true });
});
afterEach(() => server.close());

const callAs = (
  token: string,
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
) =>
  fetch(`${server.url}/v1/2093261${path}`, {
    ...init,
    headers: { authentication: `bearer ${token}`, 'user-agent': 'Retoma (4321)', ...init.headers },
  });

async function consentCode(state = 's'): Promise<URL> {
  const answer = await fetch(`${server.url}/apps/4321/authorize`, {
    method: 'POST',
    body: new URLSearchParams({ state }),
    redirect: 'manual',
  });
  return new URL(answer.headers.get('location')!);
}

async function exchange(code: string, change: object = {}): Promise<Record<string, unknown>> {
  const body = { client_id: app.id, client_secret: app.secret, grant_type: 'authorization_code', code, ...change };
  const answer = await fetch(`${server.url}/apps/authorize/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

const install = async (): Promise<string> =>
  String((await exchange((await consentCode()).searchParams.get('code')!))['access_token']);

const subscribe = (token: string, event: string, url = receiver.url) =>
  callAs(token, '/webhooks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event, url }),
  });

describe('consent', () => {
  test('[CON14] returns to the address of the portal with code and state; a code lives 5 minutes and is used once', async () => {
    const back = await consentCode('abc&"');
    expect(back.pathname).toBe('/connect/nuvemshop/return');
    expect(back.searchParams.get('state')).toBe('abc&"');
    const code = back.searchParams.get('code')!;
    expect(await exchange(code, { client_secret: 'x' })).toMatchObject({ error: 'invalid_client' });
    expect(await exchange(code)).toMatchObject({ token_type: 'bearer', user_id: 2093261 });
    expect(await exchange(code)).toMatchObject({ error: 'invalid_grant' });
    const late = (await consentCode()).searchParams.get('code')!;
    await server.advance(5 * minute + 1);
    expect(await exchange(late)).toMatchObject({ error: 'invalid_grant' });
  });

  test('[CON14] a newer token ends the older one', async () => {
    const [older, newer] = [await install(), await install()];
    expect((await callAs(older, '/orders')).status).toBe(401);
    expect((await callAs(newer, '/orders')).status).toBe(200);
    expect(server.counts().refusedTokens).toBe(1);
  });
});

describe('requests', () => {
  test('[CON14] refuses what the documents refuse', async () => {
    const token = await install();
    expect((await callAs(token, '/orders', { headers: { 'user-agent': '' } })).status).toBe(400);
    const unsent = { method: 'POST', body: '{}' };
    expect((await callAs(token, '/webhooks', { ...unsent, headers: { 'content-type': 'text/plain' } })).status).toBe(
      415,
    );
    expect(
      (await callAs(token, '/webhooks', { ...unsent, headers: { 'content-type': 'application/json' }, body: '{' }))
        .status,
    ).toBe(400);
    const wrong = await subscribe(token, 'cart/created', 'https://loja.nuvemshop.com.br/x');
    expect([wrong.status, Object.keys((await wrong.json()) as object)]).toEqual([
      422,
      ['code', 'message', 'description', 'event', 'url'],
    ]);
    expect((await callAs(token, '/orders?per_page=201')).status).toBe(422);
    expect((await callAs(token, '/orders?per_page=200&page=51')).status).toBe(422);
    expect((await callAs(token, '/checkouts')).status).toBe(404);
    await server.suspend(true);
    expect((await callAs(token, '/orders')).status).toBe(402);
  });

  test('[CON14] counts requests beyond a bucket of 40 that leaks 2 a second', async () => {
    const token = await install();
    const statuses = async (count: number) => {
      const all = [];
      for (let n = 0; n < count; n++) all.push((await callAs(token, '/store')).status);
      return all;
    };
    expect(new Set(await statuses(40))).toEqual(new Set([200]));
    const full = await callAs(token, '/store');
    expect([full.status, full.headers.get('x-rate-limit-remaining'), full.headers.get('x-rate-limit-reset')]).toEqual([
      429,
      '0',
      '20000',
    ]);
    await server.advance(1_000);
    expect(await statuses(3)).toEqual([200, 200, 429]);
    expect(server.counts()).toMatchObject({ calls: 44, overRate: 2 });
  });

  test('[CON14] pages have a count and links; bounds are by the second', async () => {
    const token = await install();
    for (let n = 0; n < 3; n++) {
      await server.place(buyer);
      await server.advance(1_000);
    }
    const page = await callAs(token, '/orders?per_page=2&updated_at_min=2026-11-29T12:00:00Z');
    expect(page.headers.get('x-total-count')).toBe('3');
    expect(page.headers.get('link')).toContain('page=2>; rel="next"');
    expect(await page.json()).toHaveLength(2);
    expect((await callAs(token, '/orders?per_page=2&page=3')).status).toBe(404);
    const one = await callAs(token, '/orders?updated_at_min=2026-11-29T12:00:01Z&updated_at_max=2026-11-29T12:00:01Z');
    expect(await one.json()).toMatchObject([{ updated_at: '2026-11-29T12:00:01+0000', products: [{ quantity: '1' }] }]);
  });
});

describe('webhooks', () => {
  test('[CON14] a refused delivery is repeated at once, after 5, 10 and 15 minutes and ever later, for 48 hours', async () => {
    await subscribe(await install(), 'order/created');
    receiver.status = 500;
    await server.place(buyer);
    await server.advance(72 * 60 * minute);
    expect(receiver.at.slice(0, 6)).toEqual([0, 0, 5, 15, 30, 51]);
    expect(receiver.at.length).toBeLessThanOrEqual(18);
    expect(receiver.at.at(-1)).toBeLessThanOrEqual(48 * 60);
    expect([1, 2, 3, 4, 5].map((sent) => waitBefore(sent) / minute)).toEqual([0, 5, 10, 15, 21]);
  });

  test('[CON14] bodies are thin; lost ones are sent again', async () => {
    await subscribe(await install(), 'order/paid');
    const id = await server.place(buyer);
    server.loseWebhooks(true);
    await server.pay(id);
    expect(receiver.bodies).toEqual([]);
    server.loseWebhooks(false);
    await server.advance(5 * minute);
    expect(receiver.bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
      { store_id: 2093261, event: 'order/paid', id: Number(id) },
    ]);
  });

  test('[CON14] after the app is removed its token is dead, and 48 hours later the shop is to be erased', async () => {
    const token = await install();
    await subscribe(token, 'app/uninstalled');
    await server.uninstall();
    expect((await callAs(token, '/orders')).status).toBe(401);
    await server.advance(48 * 60 * minute);
    expect(receiver.bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
      { store_id: 2093261, event: 'app/uninstalled', id: 4321 },
      { store_id: 2093261 },
    ]);
    expect(server.activeWebhooks()).toBe(0);
  });
});

test('[CON14] checkouts appear up to 6 hours late, in another order, and end with an order of the same id', async () => {
  const token = await install();
  const listed = async (): Promise<string[]> => {
    const answer = await callAs(token, '/checkouts');
    return answer.status === 404 ? [] : ((await answer.json()) as { token: string }[]).map((one) => one.token);
  };
  const tokens = [];
  for (let n = 0; n < 3; n++) tokens.push(await server.leaveCart(buyer));
  expect(await listed()).toEqual([]);
  await server.advance(10 * minute);
  expect(await listed()).toHaveLength(1);
  await server.advance(6 * 60 * minute);
  expect((await listed()).toSorted()).toEqual(tokens.toSorted());
  const id = await server.place({ ...buyer, cartToken: tokens[0]! });
  expect(await listed()).toHaveLength(2);
  expect(await (await callAs(token, `/orders/${id}`)).json()).toMatchObject({ token: tokens[0] });
});
