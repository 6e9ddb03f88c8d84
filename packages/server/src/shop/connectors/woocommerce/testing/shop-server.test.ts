import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openShopServer, type ShopOptions, type WooServer } from './shop-server.ts';

const start = Date.parse('2026-03-12T12:00:00.400Z');
const hour = 3_600_000;
const cart = { total: '49.90', name: 'Joana Prado', email: 'joana@exemplo.com.br', phone: '(11) 98765-4321' };

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function open(more: ShopOptions = {}, allowHttp = true): Promise<WooServer> {
  const options = { now: start, app: { id: '', secret: '' }, appAddress: () => '', allowHttp };
  const server = await openShopServer(options, more);
  opened.push(server);
  return server;
}

type Received = { headers: Record<string, unknown>; body: string };

/** An endpoint whose answer can be changed. */
async function openReceiver(): Promise<{ url: string; received: Received[]; answer: { status: number } }> {
  const received: Received[] = [];
  const answer = { status: 200 };
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(answer.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, answer };
}

/** A call to the API with keys of the shop's owner. */
function caller(server: WooServer) {
  const { key, secret } = server.formInput(1) as { key: string; secret: string };
  return (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}/wp-json/wc/v3${path}`, {
      ...init,
      headers: {
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
    });
}

const watch = (api: ReturnType<typeof caller>, url: string, topic = 'order.updated') =>
  api('/webhooks', { method: 'POST', body: JSON.stringify({ topic, delivery_url: url, secret: 'a'.repeat(48) }) });

describe('[CON13] the list of orders', () => {
  test('has pages of at most 100, and says how many there are', async () => {
    const server = await open();
    const api = caller(server);
    for (let made = 0; made < 3; made++) await server.place({ ...cart, method: 'pix' });
    const page = await api('/orders?per_page=2');
    expect([page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages')]).toEqual(['3', '2']);
    expect(page.headers.get('link')).toContain('page=2');
    expect(await page.json()).toHaveLength(2);
    expect((await api('/orders?per_page=101')).status).toBe(400);
  });

  test('filters by change exclusively, in whole seconds, and in the time of the site unless asked', async () => {
    const server = await open();
    const api = caller(server);
    await server.place({ ...cart, method: 'pix' });
    const count = async (query: string): Promise<unknown> =>
      ((await (await api(`/orders?${query}`)).json()) as []).length;
    expect(await count('dates_are_gmt=true&modified_after=2026-03-12T11:59:59')).toBe(1);
    expect(await count('dates_are_gmt=true&modified_after=2026-03-12T12:00:00')).toBe(0);
    expect(await count('modified_after=2026-03-12T08:59:59')).toBe(1);
    expect(await count('modified_after=2026-03-12T09:00:00')).toBe(0);
  });

  test('hides the trash from any, and has drafts', async () => {
    const server = await open();
    const api = caller(server);
    const id = await server.place({ ...cart, method: 'pix' });
    await server.leaveCart(cart);
    await server.trash(id);
    const statuses = async (query: string) =>
      ((await (await api(`/orders${query}`)).json()) as { status: string }[]).map(({ status }) => status);
    expect(await statuses('?status=any')).toEqual(['checkout-draft']);
    expect(await statuses('?status=trash')).toEqual(['trash']);
    expect(await (await api(`/orders/${id}`)).json()).toMatchObject({ status: 'trash' });
  });

  test('is for keys only, and writing for those that may', async () => {
    const server = await open({ permissions: 'read' });
    const api = caller(server);
    expect((await fetch(`${server.url}/wp-json/wc/v3/orders`)).status).toBe(401);
    expect((await api('/orders')).status).toBe(200);
    expect((await watch(api, 'http://127.0.0.1:9/')).status).toBe(401);
    server.endTokens('revoked');
    expect((await api('/orders')).status).toBe(401);
    expect(server.counts()).toMatchObject({ calls: 4, refusedTokens: 3 });
  });
});

describe('[CON13] webhooks', () => {
  test('are announced by a form without signature, and signed with bytes as PHP writes them', async () => {
    const [server, receiver] = [await open(), await openReceiver()];
    expect((await watch(caller(server), receiver.url)).status).toBe(201);
    expect(receiver.received[0]).toMatchObject({ body: 'webhook_id=1' });
    expect(receiver.received[0]!.headers).not.toHaveProperty('x-wc-webhook-signature');
    await server.place({ ...cart, method: 'pix' });
    const { headers, body } = receiver.received[1]!;
    expect(headers).toMatchObject({
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-source': 'https://loja.example/',
    });
    expect(body).toContain(String.raw`https:\/\/loja.example\/`);
    expect(body).toContain(String.raw`S\u00e3o Paulo`);
  });

  test('of one resource wait as one, whose body is made when it is sent', async () => {
    const [server, receiver] = [await open({ isQuiet: true }), await openReceiver()];
    await watch(caller(server), receiver.url);
    const id = await server.place({ ...cart, method: 'pix' });
    await server.pay(id);
    expect(receiver.received).toHaveLength(1);
    await server.advance(60_000);
    expect(receiver.received).toHaveLength(2);
    expect(JSON.parse(receiver.received[1]!.body)).toMatchObject({ status: 'processing' });
  });

  test('of one second have one id of delivery', async () => {
    const [server, receiver] = [await open(), await openReceiver()];
    await watch(caller(server), receiver.url);
    await server.place({ ...cart, method: 'pix' });
    await server.place({ ...cart, method: 'pix' });
    await server.advance(1_000);
    await server.place({ ...cart, method: 'pix' });
    const ids = receiver.received.slice(1).map(({ headers }) => headers['x-wc-webhook-delivery-id']);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
  });

  test('are not sent again, and stop at the seventh failure in a row', async () => {
    const [server, receiver] = [await open(), await openReceiver()];
    const api = caller(server);
    await watch(api, receiver.url);
    const id = await server.place({ ...cart, method: 'pix' });
    receiver.answer.status = 500;
    for (let failed = 0; failed < 6; failed++) await server.cancel(id);
    expect(server.activeWebhooks()).toBe(1);
    receiver.answer.status = 302;
    await server.cancel(id);
    expect(server.webhooks()[0]).toMatchObject({ failures: 0 });
    server.loseWebhooks(true);
    for (let failed = 0; failed < 7; failed++) await server.cancel(id);
    expect(server.activeWebhooks()).toBe(0);
    server.loseWebhooks(false);
    await server.advance(hour);
    expect(receiver.received).toHaveLength(1 + 1 + 6 + 1);
    expect((await api('/webhooks/1', { method: 'PUT', body: JSON.stringify({ status: 'active' }) })).status).toBe(200);
    expect(server.webhooks()[0]).toMatchObject({ status: 'active', failures: 6 });
    expect((await api('/webhooks/1', { method: 'DELETE' })).status).toBe(501);
    expect((await api('/webhooks/1?force=true', { method: 'DELETE' })).status).toBe(200);
  });

  test('are sent for a draft that gets contact data, and wait while the site is down', async () => {
    const [server, receiver] = [await open(), await openReceiver()];
    await watch(caller(server), receiver.url);
    server.setDown(true);
    const token = await server.leaveCart(cart);
    await expect(fetch(`${server.url}/wp-json/`)).rejects.toThrow();
    server.setDown(false);
    await server.advance(1_000);
    expect(JSON.parse(receiver.received[1]!.body)).toMatchObject({ status: 'checkout-draft' });
    expect(await server.place({ ...cart, method: 'pix', cartToken: token })).toBe(token.slice('draft:'.length));
  });
});

describe('[CON13] time', () => {
  test('drafts that nobody changes for a day are deleted at midnight', async () => {
    const server = await open();
    const token = await server.leaveCart(cart);
    await server.advance(24 * hour - 1);
    expect(server.order(token.slice(6))).toBeDefined();
    await server.advance(12 * hour);
    expect(server.order(token.slice(6))).toBeUndefined();
  });

  test('unpaid orders of a shop with stock are cancelled after an hour, those that wait for a PIX are not', async () => {
    const server = await open({ holdStockMinutes: 60 });
    const [card, pix] = [
      await server.place({ ...cart, method: 'credit_card' }),
      await server.place({ ...cart, method: 'pix' }),
    ];
    await server.advance(hour);
    expect([server.order(card)?.status, server.order(pix)?.status]).toEqual(['cancelled', 'on-hold']);
  });
});

describe('[CON13] consent', () => {
  const query = (callback: string, more: Record<string, string> = {}) =>
    new URLSearchParams({
      app_name: 'Retoma',
      scope: 'read_write',
      user_id: 'state',
      return_url: 'https://r.example/back',
      callback_url: callback,
      ...more,
    }).toString();

  test('requires all five parameters and a callback with https', async () => {
    const server = await open({}, false);
    const status = async (text: string) => (await fetch(`${server.url}/wc-auth/v1/authorize?${text}`)).status;
    expect(await status(query('https://r.example/callback'))).toBe(200);
    expect(await status(query('http://r.example/callback'))).toBe(401);
    expect(await status(query('https://r.example/callback', { scope: '' }))).toBe(401);
  });

  test('sends keys that work, and takes them back if the callback does not answer 200', async () => {
    const [server, receiver] = [await open(), await openReceiver()];
    const agree = async (): Promise<Response> => {
      const page = await (await fetch(`${server.url}/wc-auth/v1/authorize?${query(receiver.url)}`)).text();
      const inputs = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]);
      const text = new URLSearchParams(inputs).toString();
      return fetch(`${server.url}/wc-auth/v1/access_granted?${text}`, { redirect: 'manual' });
    };
    const agreed = await agree();
    expect(agreed.headers.get('location')).toBe('https://r.example/back?success=1&user_id=state');
    const keys = JSON.parse(receiver.received[0]!.body) as Record<string, string>;
    expect(keys).toMatchObject({ user_id: 'state', key_permissions: 'read_write' });
    const listed = async (one: Record<string, string>) =>
      (
        await fetch(
          `${server.url}/wp-json/wc/v3/orders?consumer_key=${one['consumer_key']}&consumer_secret=${one['consumer_secret']}`,
        )
      ).status;
    expect(await listed(keys)).toBe(200);
    receiver.answer.status = 201;
    expect((await agree()).status).toBe(401);
    expect(await listed(JSON.parse(receiver.received[1]!.body) as Record<string, string>)).toBe(401);
  });
});
