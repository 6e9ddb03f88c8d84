import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Feed, FeedPosition } from '../connector.ts';
import { textAt } from '../read-json.ts';
import { woocommerce } from './index.ts';
import { callTo, contextTo } from './testing/call-shop.ts';
import { openShopServer, type ShopOptions, type WooServer } from './testing/shop-server.ts';

const start = Date.parse('2026-03-12T12:00:00Z');
const second = 1_000;
const hour = 3_600 * second;
const person = { name: 'Joana Prado', email: 'joana@exemplo.com.br', phone: '(11) 98765-4321', total: '49.90' };

const opened: WooServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function open(more: ShopOptions = {}): Promise<WooServer> {
  const options = { now: start, app: { id: '', secret: '' }, appAddress: () => '', allowHttp: true };
  const server = await openShopServer(options, more);
  opened.push(server);
  return server;
}

const [consent, keys] = woocommerce.methods;
if (consent?.kind !== 'consent' || keys?.kind !== 'keys') throw new Error('The methods are others');

/** A connection by pasted keys. */
async function connect(server: WooServer) {
  const accepted = await keys!.complete(server.formInput(1) as never, { call: callTo(server), now: start } as never);
  if (!accepted.ok) throw new Error(accepted.code);
  return contextTo(server, accepted.credentials);
}

describe('[CON11] connecting', () => {
  const addresses = {
    app: null,
    callbackUrl: 'https://r.example/callback',
    returnUrl: 'https://r.example/back',
    state: 's',
  };
  const pending = (server: WooServer) => ({ ...addresses, shop: server.shop, call: callTo(server), now: start });
  const sent = (members: object) => ({ query: new URLSearchParams(), body: Buffer.from(JSON.stringify(members)) });

  test('asks for consent at the shop, with what binds the answer', () => {
    const page = consent.consentPage({ address: 'loja.example/wp-admin' }, addresses);
    expect(page).toEqual({
      ok: true,
      shop: 'https://loja.example',
      url:
        'https://loja.example/wc-auth/v1/authorize?app_name=Retoma&scope=read_write&user_id=s' +
        '&return_url=https%3A%2F%2Fr.example%2Fback&callback_url=https%3A%2F%2Fr.example%2Fcallback',
    });
    expect(consent.consentPage({ address: 'http://loja.example' }, addresses)).toMatchObject({ code: 'WRONG_ADDRESS' });
    expect(consent.stateOf(sent({ user_id: 's' }))).toBe('s');
    expect(consent.stateOf({ query: new URLSearchParams('success=1&user_id=s'), body: Buffer.alloc(0) })).toBe('s');
  });

  test('keeps keys that read and write, with the name of the shop', async () => {
    const server = await open();
    const { key, secret } = server.formInput(1) as { key: string; secret: string };
    const accepted = await consent.complete(
      sent({ user_id: 's', consumer_key: key, consumer_secret: secret }),
      pending(server),
    );
    const credentials = { key, secret, place: 'header' };
    expect(accepted).toEqual({ ok: true, shop: 'https://loja.example', name: 'Loja & Cia', credentials });
    expect(server.webhooks()).toEqual([]);
  });

  test('sends the keys in the query where the header is not passed on', async () => {
    const server = await open();
    const call = callTo(server);
    const strips: typeof call = ({ headers, ...request }) =>
      call({ ...request, headers: { accept: headers['accept'] ?? '' } });
    const accepted = await keys.complete(server.formInput(1), { call: strips, now: start });
    expect(accepted).toMatchObject({ ok: true, credentials: { place: 'query' } });
  });

  test('refuses what the owner refused, keys that only read, keys of nobody, and another site', async () => {
    const [server, reading, clerk] = [
      await open(),
      await open({ permissions: 'read' }),
      await open({ managesOrders: true }),
    ];
    const refused = { query: new URLSearchParams('success=0&user_id=s'), body: Buffer.alloc(0) };
    expect(await consent.complete(refused, pending(server))).toMatchObject({ code: 'REFUSED_BY_OWNER' });
    const context = (one: WooServer) => ({ call: callTo(one), now: start });
    expect(await keys.complete(reading.formInput(1), context(reading))).toMatchObject({ code: 'MISSING_PERMISSION' });
    expect(await keys.complete(clerk.formInput(1), context(clerk))).toMatchObject({ code: 'MISSING_PERMISSION' });
    const form = server.formInput(1);
    server.endTokens('revoked');
    expect(await keys.complete(form, context(server))).toMatchObject({ code: 'WRONG_KEYS' });
    expect(await keys.complete({ ...form, key: 'x' }, context(server))).toMatchObject({
      code: 'WRONG_KEYS',
      field: 'key',
    });
    server.answerNext({ status: 404 });
    expect(await keys.complete(form, context(server))).toMatchObject({ code: 'NOT_THE_PLATFORM', field: 'address' });
    server.setDown(true);
    expect(await keys.complete(form, context(server))).toMatchObject({ code: 'UNREACHABLE', field: 'address' });
  });
});

/** Reads a feed to its end, as the worker does. `between`: what happens in the shop after each page. */
async function readAll(
  context: Awaited<ReturnType<typeof connect>>,
  feed: Feed,
  at: Pick<FeedPosition, 'cursor' | 'since'>,
  { between, now }: { between?: (page: number) => Promise<void>; now: () => number },
) {
  const ids: string[] = [];
  const totals: (number | null)[] = [];
  let cursor = at.cursor;
  for (let page = 0; page < 200; page++) {
    const position = { ...at, cursor, now: now(), abandonMinutes: 30 };
    const read = feed.read(await context.call(feed.request(position, context)), position, context);
    ids.push(...read.resources.map(({ json }) => textAt(json, 'id')!));
    totals.push(read.total);
    cursor = read.cursor;
    if (!read.more) return { ids, totals, cursor };
    await between?.(page);
  }
  throw new Error('The feed does not end');
}

describe('[CON13] the feeds', () => {
  const { orders, carts } = woocommerce.feeds;

  test('pass over no order that changes while pages are read, however many share a second', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(2), { minLength: 90, maxLength: 160 }),
        fc.array(fc.nat(89), { maxLength: 20 }),
        async (gaps, changes) => {
          const server = await open();
          const context = await connect(server);
          const placed: string[] = [];
          for (const gap of gaps) {
            await server.advance(gap * second);
            placed.push(await server.place({ ...person, method: 'pix' }));
          }
          const between = async (): Promise<void> => {
            const next = changes.shift();
            if (next !== undefined) await server.pay(placed[next]!);
          };
          const read = await readAll(
            context,
            orders,
            { cursor: null, since: start - hour },
            { between, now: server.now },
          );
          expect(new Set(read.ids)).toEqual(new Set(placed));
          expect(read.totals[0]).toBe(placed.length);
          // The next reading has all that changed since, also what changed while pages were read.
          const changed = placed.slice(0, gaps.length % 80);
          for (const id of changed) {
            await server.advance(gaps[0]! * second);
            await server.cancel(id);
          }
          const next = await readAll(context, orders, { cursor: read.cursor, since: 0 }, { now: server.now });
          expect(next.ids).toEqual(expect.arrayContaining(changed));
        },
      ),
      { numRuns: 15 },
    );
  });

  test('read more than a page of one second', async () => {
    const server = await open();
    const context = await connect(server);
    for (let made = 0; made < 175; made++) await server.place({ ...person, method: 'pix' });
    const { ids, cursor } = await readAll(context, orders, { cursor: null, since: start - hour }, { now: server.now });
    expect(new Set(ids).size).toBe(175);
    expect(cursor).toBe(String(start / 1_000));
  });

  test('go back two minutes at each reading, for what became visible late', async () => {
    const server = await open();
    const context = await connect(server);
    const id = await server.place({ ...person, method: 'pix' });
    const { cursor } = await readAll(context, orders, { cursor: null, since: start - hour }, { now: server.now });
    await server.advance(121 * second);
    const next = await server.place({ ...person, method: 'pix' });
    const read = await readAll(context, orders, { cursor, since: 0 }, { now: server.now });
    expect(read.ids).toEqual([id, next]);
    await server.advance(hour);
    const other = await server.place({ ...person, method: 'pix' });
    const last = await readAll(context, orders, { cursor: read.cursor, since: 0 }, { now: server.now });
    expect(last.ids).toEqual([next, other]);
  });

  test('pass over nothing after many changes just before the reading', async () => {
    const server = await open();
    const context = await connect(server);
    for (let made = 0; made < 120; made++) await server.place({ ...person, method: 'pix' });
    const { cursor } = await readAll(context, orders, { cursor: null, since: start - hour }, { now: server.now });
    await server.advance(60 * second);
    const later: string[] = [];
    for (let made = 0; made < 70; made++) later.push(await server.place({ ...person, method: 'pix' }));
    const read = await readAll(context, orders, { cursor, since: 0 }, { now: server.now });
    expect(read.ids).toEqual(expect.arrayContaining(later));
    expect(read.cursor).toBe(String(start / 1_000 + 60));
    expect(new Set(read.ids).size).toBe(190);
  });

  test('have what went to the trash, whose webhook was lost', async () => {
    const server = await open();
    const context = await connect(server);
    const placed: string[] = [];
    for (let made = 0; made < 60; made++) placed.push(await server.place({ ...person, method: 'pix' }));
    const { cursor } = await readAll(context, orders, { cursor: null, since: start - hour }, { now: server.now });
    await server.advance(hour);
    for (const id of placed) await server.trash(id);
    const read = await readAll(context, orders, { cursor, since: 0 }, { now: server.now });
    expect(new Set(read.ids)).toEqual(new Set(placed));
    expect(read.cursor).toBe(cursor);
  });

  test('have a cart after the store’s delay, once it is no order', async () => {
    const server = await open();
    const context = await connect(server);
    const from = { cursor: null, since: start - hour };
    const token = await server.leaveCart(person);
    await server.leaveCart({ ...person, email: 'rui@exemplo.com.br' });
    await server.advance(29 * 60 * second);
    expect((await readAll(context, carts!, from, { now: server.now })).ids).toEqual([]);
    await server.place({ ...person, method: 'pix', cartToken: token });
    await server.advance(2 * 60 * second);
    expect((await readAll(context, carts!, from, { now: server.now })).ids).toHaveLength(1);
  });
});

describe('[CON13] webhooks', () => {
  const { ensure, remove } = woocommerce.webhooks;

  test('are made once, and left alone while they work', async () => {
    const server = await open();
    const context = await connect(server);
    expect(await ensure(context, true)).toEqual({ repaired: 0 });
    expect(server.webhooks().map(({ topic }) => topic)).toContain('order.created');
    const { calls } = server.counts();
    expect(await ensure(context, false)).toEqual({ repaired: 0 });
    expect(server.counts().calls).toBe(calls + 1);
    expect(server.webhooks()).toHaveLength(5);
  });

  test('that the shop stopped are replaced, with a new count of failures', async () => {
    const server = await open();
    const context = await connect(server);
    await ensure(context, true);
    const id = await server.place({ ...person, method: 'pix' });
    server.loseWebhooks(true);
    for (let lost = 0; lost < 7; lost++) await server.cancel(id);
    expect(server.activeWebhooks()).toBe(4);
    expect(await ensure(context, false)).toEqual({ repaired: 1 });
    expect(server.webhooks().map(({ status, failures }) => [status, failures])).toContainEqual(['active', 0]);
    expect(server.webhooks()).toHaveLength(5);
    expect(server.activeWebhooks()).toBe(5);
  });

  test('that were deleted are made again, those to an earlier address and duplicates go, other people’s stay', async () => {
    const server = await open();
    const context = await connect(server);
    await ensure(context, true);
    await ensure({ ...context, deliveryUrl: 'https://outro.example/connect/woocommerce/2.other' }, true);
    const moved = { ...context, deliveryUrl: context.deliveryUrl.replace('127.0.0.1:9', 'novo.example') };
    expect(await ensure(moved, false)).toEqual({ repaired: 5 });
    expect(server.webhooks()).toHaveLength(10);
    await remove(moved);
    expect(server.webhooks().map(({ deliveryUrl }) => deliveryUrl)).toEqual(
      Array.from({ length: 5 }, () => 'https://outro.example/connect/woocommerce/2.other'),
    );
  });
});

describe('[CON13] a deleted order', () => {
  test('is read from the trash, since its delivery has only its id', async () => {
    const server = await open();
    const context = await connect(server);
    const id = await server.place({ ...person, method: 'pix' });
    await server.trash(id);
    const content = woocommerce.contentOf('order.deleted', Buffer.from(`{"id":${id}}`), context);
    if (!content || !('request' in content)) throw new Error('Nothing is asked for');
    const read = async () => content.read(await context.call(content.request));
    const reports = woocommerce.translate((await read())!, context);
    expect(reports).toMatchObject([{ kind: 'order', id, data: { order: { status: 'cancelled' } } }]);
    await server.pay(id);
    expect(await read()).toBeNull();
  });
});

test.each([
  [401, '', 'revoked'],
  [403, '{"code":"woocommerce_rest_cannot_view"}', 'revoked'],
  [403, '<html>Cloudflare</html>', 'failed'],
  [404, '{"code":"woocommerce_rest_shop_order_invalid_id"}', 'refused'],
  [404, '{"code":"rest_no_route"}', 'failed'],
  [301, '', 'failed'],
  [503, '', 'busy'],
  [500, '', 'failed'],
] as const)('[CON13] %s with %j is %s', (status, body, kind) => {
  const response = { status, headers: { 'retry-after': '600' }, body: Buffer.from(body) };
  const failure = woocommerce.failureOf(response);
  expect(failure).toMatchObject({ kind, retryAfterMs: kind === 'busy' ? 600_000 : null });
});
