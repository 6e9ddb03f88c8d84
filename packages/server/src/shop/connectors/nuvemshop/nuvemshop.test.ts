// The connector with its platform's server.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOutgoing } from '../../../base/net/http-client.ts';
import { openCalls } from '../call-platform.ts';
import type { AcceptedShop, CallContext, CallPlatform, ConnectRefusal, ConnectedShop } from '../connector.ts';
import { readList } from './call.ts';
import { nuvemshop } from './index.ts';
import { openShopServer, type NuvemshopServer } from './testing/shop-server.ts';

const app = { id: '4321', secret: 'segredo' };
const start = Date.parse('2026-11-29T12:00:00Z');
const [method] = nuvemshop.methods;
if (method?.kind !== 'consent') throw new Error('no consent');
const { consentPage, stateOf, complete } = method;

let server: NuvemshopServer;
let call: CallPlatform;
beforeEach(async () => {
  server = await openShopServer({
    now: start,
    app,
    appAddress: () => 'http://127.0.0.1:1/connect/nuvemshop/app',
    allowHttp: true,
  });
  call = openCalls(
    {
      callOut: openOutgoing({ allowPrivate: true }),
      hosts: new Map(server.hosts.map((host) => [host, server.url])),
      clock: server.now,
      sleep: (ms) => server.advance(ms),
    },
    nuvemshop,
    { signal: AbortSignal.timeout(60_000) },
  ).call;
});
afterEach(() => server.close());

/** The owner agrees on the page of consent. */
async function agree(): Promise<URLSearchParams> {
  const addresses = { app, callbackUrl: '', returnUrl: '', state: 'unguessable' };
  const page = consentPage({}, addresses);
  if (!page.ok) throw new Error(page.code);
  const { pathname, searchParams } = new URL(page.url);
  const form = new URLSearchParams({ state: searchParams.get('state')! });
  const answer = await fetch(`${server.url}${pathname}`, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(answer.headers.get('location')!).searchParams;
}

const completeWith = (
  query: URLSearchParams,
  app_: typeof app | null = app,
): Promise<({ readonly ok: true } & AcceptedShop) | ConnectRefusal> =>
  complete({ query, body: Buffer.from('') }, { shop: null, app: app_, callbackUrl: '', call, now: server.now() });

async function connect(): Promise<ConnectedShop> {
  const accepted = await completeWith(await agree());
  if (!accepted.ok) throw new Error(accepted.code);
  return { ...accepted, app };
}

describe('connecting', () => {
  test('[CON14] the owner agrees at the platform, whose answer names the shop', async () => {
    const query = await agree();
    expect(stateOf({ query, body: Buffer.from('') })).toBe('unguessable');
    expect(await completeWith(query)).toEqual({
      ok: true,
      shop: '2093261',
      name: 'Loja Nuvem',
      credentials: {
        accessToken: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
        address: 'https://www.loja-nuvem.example',
      },
    });
  });

  test('[CON14] says why not', async () => {
    expect(await completeWith(new URLSearchParams({ error: 'access_denied' }))).toEqual({
      ok: false,
      code: 'REFUSED_BY_OWNER',
    });
    const late = await agree();
    await server.advance(6 * 60_000);
    expect(await completeWith(late)).toEqual({ ok: false, code: 'REFUSED_BY_OWNER' });
    expect(await completeWith(await agree(), { ...app, secret: 'x' })).toEqual({ ok: false, code: 'WRONG_KEYS' });
    expect(await completeWith(await agree(), null)).toEqual({ ok: false, code: 'WRONG_KEYS' });
    const query = await agree();
    server.setDown(true);
    expect(await completeWith(query)).toEqual({ ok: false, code: 'UNREACHABLE' });
  });

  test('[CON14] an install begun in the platform’s own store has no state', () =>
    expect(stateOf({ query: new URLSearchParams({ code: 'x' }), body: Buffer.from('') })).toBeNull());
});

describe('a connected shop', () => {
  const contextOf = (shop: ConnectedShop): CallContext => ({
    ...shop,
    call,
    deliveryUrl: 'https://retoma.example/connect/nuvemshop/a.b',
    webhookSecret: 'k'.repeat(48),
    now: server.now(),
  });
  const order = {
    method: 'pix',
    total: '189.90',
    name: 'Maria',
    email: 'maria@cliente.example',
    phone: '+5511987654321',
  } as const;

  test('[CON14] webhooks are made once, repaired and deleted', async () => {
    const context = contextOf(await connect());
    const { ensure, remove } = nuvemshop.webhooks;
    expect(await ensure(context, true)).toEqual({ repaired: 0 });
    expect(server.activeWebhooks()).toBe(10);
    expect(await ensure(context, false)).toEqual({ repaired: 0 });
    await ensure({ ...context, deliveryUrl: 'https://retoma.example/connect/nuvemshop/c.d' }, true);
    await remove(context);
    expect(server.activeWebhooks()).toBe(10);
    expect(await ensure(context, false)).toEqual({ repaired: 10 });
  });

  test('[CON14] an event that the platform refuses does not keep the others from being made', async () => {
    const context = contextOf(await connect());
    const refusing: CallPlatform = (request) => {
      if (request.body?.includes('order/created')) server.answerNext({ status: 422 });
      return call(request);
    };
    expect(await nuvemshop.webhooks.ensure({ ...context, call: refusing }, true)).toEqual({
      repaired: 0,
      warning: 'no webhook for order/created',
    });
    expect(server.activeWebhooks()).toBe(9);
    expect(await nuvemshop.webhooks.ensure(context, false)).toEqual({ repaired: 1 });
  });

  test('[CON14] what a delivery names is fetched as it is now; nothing for an order that is gone', async () => {
    const shop = await connect();
    const id = await server.place(order);
    await server.pay(id);
    const read = async (named: string) => {
      const body = Buffer.from(JSON.stringify({ store_id: 2093261, event: 'order/created', id: Number(named) }));
      const content = nuvemshop.contentOf('order/created', body, shop);
      if (!content || !('request' in content)) throw new Error('nothing to ask for');
      return content.read(await call(content.request));
    };
    const resource = await read(id);
    expect(nuvemshop.translate(resource!, shop)).toMatchObject([
      { event: { id: `nuvemshop:2093261:order:${id}:paid`, type: 'payment.confirmed' } },
    ]);
    expect(await read('1')).toBeNull();
  });

  test.each([
    [401, {}, 'revoked', null],
    [402, {}, 'suspended', null],
    [404, {}, 'failed', null],
    [422, {}, 'refused', null],
    [429, { 'x-rate-limit-reset': '1500' }, 'busy', 1_500],
    [503, {}, 'failed', null],
  ])('[CON14] %i %j is %s', async (status, headers, kind, retryAfterMs) => {
    const shop = await connect();
    server.answerNext({ status, headers });
    const at = { cursor: null, since: start, now: start, abandonMinutes: 30 };
    await expect(call(nuvemshop.feeds.orders.request(at, shop))).rejects.toMatchObject({ kind, retryAfterMs });
  });

  test('[CON14] 150 calls in a row stay within the rate', async () => {
    const shop = await connect();
    const at = { cursor: null, since: start, now: start, abandonMinutes: 30 };
    const began = server.now();
    for (let n = 0; n < 150; n++) readList(await call(nuvemshop.feeds.orders.request(at, shop)));
    expect(server.counts().overRate).toBe(0);
    expect(server.now() - began).toBeLessThan(75_000);
  });
});
