// The connector with the local shop: connecting, tokens, lists and webhooks.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PlatformFailure, type Feed, type Resource, type ShopReport } from '../connector.ts';
import { agreeOn } from '../testing/agree.ts';
import { replaceHost } from '../replace-host.ts';
import { shopify } from './index.ts';
import { app, openShop, type OpenShop } from './testing/open-shop.ts';
import { jsonText } from './testing/json-text.ts';
import { restOrder, type ShopAddress, type ShopOrder } from './testing/shop-orders.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const person = { name: 'Ana Lima', email: 'ana@cliente.example', phone: '+5511987654321' };
const pix = { method: 'pix', total: '189.90', ...person } as const;

let shop: OpenShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

/** Reads a feed from a cursor to its end. */
async function readFeed(feed: Feed, cursor: string | null, since = shop.server.now() - 2 * day, abandonMinutes = 30) {
  const resources: Resource[] = [];
  const position = { cursor, since, now: shop.server.now(), abandonMinutes };
  const connected = { shop: shop.server.shop, credentials: shop.credentials, app };
  let at = position;
  let total: number | null = null;
  for (;;) {
    const page = feed.read(await shop.call(feed.request(at, connected)), at, connected);
    resources.push(...page.resources);
    total ??= page.total;
    at = { ...at, cursor: page.cursor };
    if (!page.more) return { resources, cursor: page.cursor, total };
  }
}

const translated = (resources: readonly Resource[]): ShopReport[] =>
  resources.flatMap((resource) => shopify.translate(resource, { shop: shop.server.shop, credentials: {} }));

describe('connecting', () => {
  const consent = shopify.methods.find((method) => method.kind === 'consent')!;
  const returned = async (state = 's3', input = shop.server.formInput(1)) => {
    const addresses = { app, callbackUrl: '', returnUrl: 'http://127.0.0.1:9/connect/shopify/return', state };
    const page = consent.consentPage(input, addresses);
    if (!page.ok) throw new Error(page.code);
    const query = new URL(await agreeOn(replaceHost(page.url, new Map([[shop.server.shop, shop.server.url]]))))
      .searchParams;
    return { query, shop: page.shop };
  };
  const complete = (query: URLSearchParams, named: string | null = shop.server.shop) =>
    consent.complete(
      { query, body: Buffer.alloc(0) },
      { shop: named, app, callbackUrl: '', call: shop.call, now: shop.server.now() },
    );

  test('[CON15] with an app of the owner’s, whose token is renewed before its 24 hours end', async () => {
    await shop.connect();
    expect(shop.credentials).toMatchObject({
      clientId: expect.any(String) as string,
      scope: 'read_orders,read_customers',
    });
    const renewAt = shopify.renewAt!(shop.credentials)!;
    expect(renewAt - shop.server.now()).toBe(day - 1_000 - 10 * minute);
    shop.server.endTokens('expired');
    shop.credentials = await shopify.renew!(shop.context());
    expect((await readFeed(shopify.feeds.orders, null)).resources).toEqual([]);
    shop.server.endTokens('revoked');
    await expect(shopify.renew!(shop.context())).rejects.toMatchObject({ kind: 'revoked' });
  });

  test.each([
    [{ shop: 'www.loja.com.br' }, 'WRONG_ADDRESS'],
    [{ clientId: 'x' }, 'WRONG_KEYS'],
    [{ clientSecret: ' ' }, 'WRONG_KEYS'],
    [{ clientSecret: 'shpss_other' }, 'WRONG_KEYS'],
  ])('[CON15] keys such as %j are refused', async (change, code) => {
    const [method] = shopify.methods;
    if (method?.kind !== 'keys') throw new Error('no keys');
    const input = { ...shop.server.formInput(0), ...change };
    expect(await method.complete(input, { call: shop.call, now: shop.server.now() })).toMatchObject({
      ok: false,
      code,
    });
  });

  test('[CON15] by consent, with tokens of 60 minutes that are renewed, also when a response is lost', async () => {
    const { query, shop: named } = await returned();
    expect(consent.stateOf({ query, body: Buffer.alloc(0) })).toBe('s3');
    const accepted = await complete(query, named);
    if (!accepted.ok) throw new Error(accepted.code);
    expect(accepted).toMatchObject({ shop: shop.server.shop, name: 'Aurora Modas' });
    shop.credentials = accepted.credentials;
    expect(shopify.renewAt!(shop.credentials)! - shop.server.now()).toBe(50 * minute);
    const first = await shopify.renew!(shop.context());
    const again = await shopify.renew!(shop.context());
    expect(again['refreshToken']).not.toBe(first['refreshToken']);
    const old = shop.context();
    shop.credentials = again;
    shop.credentials = await shopify.renew!(shop.context());
    await expect(shopify.renew!(old)).rejects.toMatchObject({ kind: 'revoked' });
    await shop.server.advance(61 * minute);
    await expect(readFeed(shopify.feeds.orders, null)).rejects.toMatchObject({ kind: 'revoked' });
    shop.credentials = await shopify.renew!(shop.context());
    expect((await readFeed(shopify.feeds.orders, null)).resources).toEqual([]);
  });

  test('[CON15] a return that Shopify did not sign, of another shop, or with a code that was used, is refused', async () => {
    const { query } = await returned();
    for (const [name, value] of [
      ['code', 'x'],
      ['shop', 'outra.myshopify.com'],
      ['hmac', ''],
      ['timestamp', '1'],
    ] as const) {
      const changed = new URLSearchParams(query);
      changed.set(name, value);
      expect(await complete(changed)).toMatchObject({ ok: false, code: 'WRONG_KEYS' });
    }
    expect(await complete(query, 'outra.myshopify.com')).toMatchObject({ ok: false, code: 'WRONG_KEYS' });
    expect(await complete(query)).toMatchObject({ ok: true });
    expect(await complete(query)).toMatchObject({ ok: false, code: 'WRONG_KEYS' });
  });
});

describe('lists', () => {
  beforeEach(() => shop.connect());

  test('[CON15] all orders are read, page by page, each once, and again only within the overlap', async () => {
    const ids: string[] = [];
    for (let placed = 0; placed < 21; placed++) {
      ids.push(await shop.server.place(pix));
      await shop.server.advance(minute);
    }
    const { resources, cursor, total } = await readFeed(shopify.feeds.orders, null);
    const idsOf = (list: readonly Resource[]) =>
      translated(list).map((report) => (report.kind === 'event' ? report.event.data.order!.id : report.data.order.id));
    expect(idsOf(resources)).toEqual(ids);
    expect(total).toBe(21);
    await shop.server.advance(10 * minute);
    await shop.server.pay(ids[0]!);
    const next = await readFeed(shopify.feeds.orders, cursor);
    expect(idsOf(next.resources)).toEqual([...ids.slice(10), ids[0]]);
    expect(shop.server.counts().overRate).toBe(0);
  });

  test('[CON15] readings that follow each other quickly overlap less, and every 10 minutes by all', async () => {
    const countAfter = async (cursor: string | null) => {
      const { resources, cursor: next } = await readFeed(shopify.feeds.orders, cursor);
      return [resources.length, next] as const;
    };
    let cursor: string | null = null;
    const counts: number[] = [];
    for (let passed = 0; passed < 22; passed++) {
      await shop.server.place(pix);
      await shop.server.advance(minute);
      const [count, next] = await countAfter(cursor);
      counts.push(count);
      cursor = next;
    }
    const short = [4, 4, 4, 4, 4, 4];
    expect(counts).toEqual([1, 2, 3, ...short, 4, 11, ...short, 4, 4, 4, 21, 4]);
  });

  test('[CON15] a cart is read once the store’s delay is over, unless it was completed', async () => {
    const left = await shop.server.leaveCart({ ...person, total: '90.00' });
    const bought = await shop.server.leaveCart({ ...person, total: '91.00' });
    await shop.server.advance(12 * minute);
    const feed = shopify.feeds.carts!;
    const early = await readFeed(feed, null);
    expect(early.resources).toEqual([]);
    await shop.server.place({ ...pix, cartToken: bought });
    await shop.server.advance(19 * minute);
    const { resources, cursor } = await readFeed(feed, early.cursor);
    const tokens = translated(resources).map((report) =>
      report.kind === 'event' ? report.event.data.cart?.token : null,
    );
    expect(tokens).toEqual([left]);
    await shop.server.advance(30 * minute);
    const again = await readFeed(feed, cursor);
    expect(translated(again.resources).map((report) => report.kind === 'event' && report.event.id)).toEqual(
      translated(resources).map((report) => report.kind === 'event' && report.event.id),
    );
    expect((await readFeed(feed, again.cursor)).resources).toEqual([]);
  });

  test('[CON15] no cart is missed, however short the store’s delay is', async () => {
    const feed = shopify.feeds.carts!;
    const tokens: string[] = [];
    const seen = new Set<string>();
    let cursor: string | null = null;
    for (let passed = 0; passed < 60; passed += 1) {
      tokens.push(await shop.server.leaveCart({ ...person, total: '90.00' }));
      await shop.server.advance(minute);
      if (passed % 10 !== 9) continue;
      const read = await readFeed(feed, cursor, shop.server.now() - day, 1);
      for (const report of translated(read.resources))
        if (report.kind === 'event') seen.add(report.event.data.cart!.token!);
      cursor = read.cursor;
    }
    expect(tokens.slice(0, 50).filter((token) => !seen.has(token))).toEqual([]);
  });

  test('[CON15] failures are named by what Shopify answers', async () => {
    const read = () => readFeed(shopify.feeds.orders, null);
    const scripted = [
      [{ status: 429, headers: { 'retry-after': '2.0' } }, 'busy', 2_000],
      [{ status: 402 }, 'suspended', null],
      [{ status: 423 }, 'suspended', null],
      [{ status: 503 }, 'failed', null],
      [{ status: 403 }, 'refused', null],
      [{ status: 200 }, 'unreadable', null],
    ] as const;
    for (const [answer, kind, retryAfterMs] of scripted) {
      shop.server.answerNext({ ...answer });
      await expect(read()).rejects.toMatchObject({ kind, retryAfterMs });
    }
    shop.server.endTokens('expired');
    await expect(read()).rejects.toBeInstanceOf(PlatformFailure);
  });

  test('[CON15] fields that the app may not see are null, and the rest is read', () => {
    const body = (errors: object[]) => Buffer.from(JSON.stringify({ data: { orders: { nodes: [] } }, errors }));
    const hidden = { message: 'm', path: ['orders', 'nodes', 0, 'customer'], extensions: { code: 'ACCESS_DENIED' } };
    const whole = { message: 'm', path: ['orders'], extensions: { code: 'ACCESS_DENIED' } };
    const failureOf = (errors: object[]) => shopify.failureOf({ status: 200, headers: {}, body: body(errors) });
    expect(failureOf([hidden])).toBeNull();
    expect(failureOf([hidden, whole])).toMatchObject({ kind: 'refused' });
  });
});

describe('webhooks', () => {
  beforeEach(() => shop.connect());

  test('[CON15] what is missing is made again, and all is deleted at the end', async () => {
    expect(await shopify.webhooks.ensure(shop.context(), true)).toEqual({ repaired: 0 });
    expect(shop.server.activeWebhooks()).toBe(5);
    expect(await shopify.webhooks.ensure(shop.context(), false)).toEqual({ repaired: 0 });
    shop.server.loseWebhooks(true);
    await shop.server.place(pix);
    await shop.server.advance(4 * 60 * minute);
    shop.server.loseWebhooks(false);
    expect(await shopify.webhooks.ensure(shop.context(), false)).toEqual({ repaired: 2 });
    await shopify.webhooks.remove(shop.context());
    expect(shop.server.activeWebhooks()).toBe(0);
  });

  test('[CON15] a version of the API that ended is logged for the operator', async () => {
    const other = await (await openShop({ versions: ['2027-10'] })).connect();
    const { warning } = await shopify.webhooks.ensure(other.context(), true);
    expect(warning).toContain('2027-10');
    await other.close();
  });

  test('[CON15] privacy requests and the uninstallation are signed by the app that is connected', async () => {
    await shopify.webhooks.ensure(shop.context(), true);
    const secrets = { webhookSecret: '', credentials: shop.credentials, app, shop: shop.server.shop };
    const last = () => shopify.verify(shop.receiver.received.at(-1)!, secrets);
    expect(await shop.server.requestPrivacy('erase-person', 'ana@cliente.example')).toBe(200);
    expect(last()).toEqual({
      outcome: 'privacy',
      request: { kind: 'erase-person', email: 'ana@cliente.example', phone: null, document: null },
    });
    expect(shopify.shopNamed!(shop.receiver.received.at(-1)!)).toBe(shop.server.shop);
    await shop.server.uninstall();
    expect(last()).toEqual({ outcome: 'uninstalled' });
  });
});

describe('a webhook and the list', () => {
  beforeEach(() => shop.connect());

  const text = fc.oneof(
    fc.constantFrom('Ana', 'João da Silva', '', ' ', 'Não informado', 'a@b', 'Apto 1, \u2060Centro'),
    fc.string({ maxLength: 20 }),
  );
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const instant = fc
    .integer({ min: 0, max: day / 1_000 })
    .map((seconds) => Date.parse('2026-11-28T09:00:00Z') + seconds * 1_000);
  const amount = fc.integer({ min: 0, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2));
  const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String);
  const phone = fc.oneof(text, fc.constantFrom('(11) 98765-4321', '+55 21 3344-5566', '11987654321'));
  const address: fc.Arbitrary<ShopAddress> = fc.record({
    name: text,
    phone: maybe(phone),
    address1: maybe(text),
    address2: maybe(text),
    city: maybe(text),
    provinceCode: maybe(fc.constantFrom('SP', 'RJ')),
    zip: maybe(fc.constantFrom('01310-100', '01310100')),
  });
  const order: fc.Arbitrary<ShopOrder> = fc
    .record({
      id,
      number: fc.nat(99_999),
      currency: fc.constantFrom('BRL', 'BRL', 'BRL', 'USD'),
      test: fc.constantFrom(false, false, false, true),
      sourceName: maybe(fc.constantFrom('web', 'pos', '580111')),
      createdAt: instant,
      checkoutToken: maybe(id),
      gateways: fc.array(fc.constantFrom('Pix', 'Mercado Pago', 'Boleto Bancário', 'Cartão de crédito'), {
        maxLength: 2,
      }),
      email: maybe(text),
      phone: maybe(phone),
      customer: maybe(
        fc.record({ id, firstName: maybe(text), lastName: maybe(text), email: maybe(text), phone: maybe(phone) }),
      ),
      shippingAddress: maybe(address),
      billingAddress: maybe(address),
      lines: fc.array(
        fc.record({
          id,
          title: text,
          variantTitle: maybe(text),
          vendor: maybe(text),
          sku: maybe(text),
          quantity: fc.integer({ min: 0, max: 99 }),
          price: amount,
        }),
        { maxLength: 30 },
      ),
      shippingLines: fc.array(fc.record({ title: text, price: amount }), { maxLength: 2 }),
      total: amount,
      discounts: amount,
      currentTotal: amount,
      updatedAt: instant,
      cancelledAt: maybe(instant),
      paidAt: fc.constant(null),
      financialStatus: fc.constantFrom(
        'pending',
        'authorized',
        'paid',
        'partially_paid',
        'partially_refunded',
        'refunded',
        'voided',
        'expired',
        'in_orbit',
      ),
      fulfillments: fc.array(
        fc.record({
          status: fc.constantFrom('success', 'cancelled', 'open'),
          createdAt: instant,
          company: fc.constantFrom('Correios', 'Jadlog'),
          tracking: fc.array(
            fc.record({
              number: fc.stringMatching(/^[A-Z]{2}\d{1,9} ?BR$/),
              url: maybe(fc.constantFrom('https://rastreio.example/1', 'nada')),
            }),
            { minLength: 1, maxLength: 2 },
          ),
        }),
        { maxLength: 2 },
      ),
    })
    // The webhook of a payment is of its moment.
    .map((made): ShopOrder => ({
      ...made,
      paidAt:
        made.financialStatus.includes('paid') || made.financialStatus.includes('refunded') ? made.updatedAt : null,
    }));

  test('[CON15][CON2] of one order give equal reports, with ids beyond 2^53', async () => {
    await fc.assert(
      fc.asyncProperty(order, async (made) => {
        await shop.close();
        shop = await (await openShop()).connect();
        shop.server.put(made);
        const { resources } = await readFeed(shopify.feeds.orders, null);
        const body = Buffer.from(jsonText(restOrder(shop.server.shop, made)));
        const content = shopify.contentOf('orders/paid', body, { shop: shop.server.shop, credentials: {}, app });
        if (!content || !('resource' in content)) throw new Error('no resource');
        expect(translated([content.resource])).toEqual(translated(resources));
      }),
      { numRuns: 60 },
    );
  });
});
