import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { createHmac, randomUUID } from 'node:crypto';
import net from 'node:net';
import { errorCodes, limits, type ErrorCode } from '@retoma/commerce';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activateDomain } from '../../stores/domains/testing/active-domain.ts';
import { createKey, createStore, changeStore, revokeKey } from '../../stores/manage-stores.ts';
import { storeDelete } from '../../stores/queries/stores.ts';
import { ApiKeys, newKeyId } from '../../stores/api-key.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';
import type { ErrorBody } from '../../http/errors.ts';

type Created = {
  success: true;
  checkoutId: string;
  checkoutUrl: string;
  storeId: string;
  cartToken: string;
  warnings?: { code: string; path: string; sent: number; computed: number }[];
};

let service: TestService;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

beforeAll(async () => {
  service = await startTestService({
    RATE_LIMIT_PER_SECOND: '100000',
    RATE_LIMIT_BURST: '100000',
    RATE_LIMIT_MEGABYTES_PER_MINUTE: '0',
  });
});
afterAll(() => service.stop());

const created = async (answer: Response): Promise<Created> => {
  expect(answer.status).toBe(201);
  return (await answer.json()) as Created;
};

/** Asserts the documented error body and returns its issues as `path code`. */
async function refused(answer: Response, status: number, code: ErrorCode): Promise<string[]> {
  const body = (await answer.json()) as ErrorBody;
  expect({ status: answer.status, success: body.success, code: body.error.code }).toEqual({
    status,
    success: false,
    code,
  });
  expect(body.error.message).toEqual(expect.any(String));
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  return (body.error.details?.issues ?? []).map(({ path, code }) => `${path} ${code}`);
}

async function newStore(): Promise<{ storeId: string; key: string; keyId: string; secret: string }> {
  const { db, keys } = service.context;
  const { storeId } = await createStore(db, 'Outra loja');
  const { key, keyId } = (await createKey(db, keys, storeId, 'checkout', unaudited))!;
  return { storeId, key, keyId, secret: (await createKey(db, keys, storeId, 'secret', unaudited))!.key };
}

describe('a created checkout', () => {
  test('[A] the minimum cart gives 201 with id, link, store and token', async () => {
    const body = await created(await service.post(smallCart));
    expect(body).toEqual({
      success: true,
      checkoutId: expect.stringMatching(uuid),
      checkoutUrl: `https://pay.retoma.example/pay/${body.checkoutId}`,
      storeId: service.storeId,
      cartToken: expect.stringMatching(/^ext_[A-Za-z0-9_-]{24}$/),
    });
  });

  test('[A] both paths have one handler', async () => {
    const answer = await fetch(`${service.baseUrl}/api/stores/external/checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-api-key': service.checkoutKey },
      body: JSON.stringify(smallCart),
    });
    expect((await created(answer)).storeId).toBe(service.storeId);
  });

  test('[CHK3] a storeId in the body does not choose the store', async () => {
    const other = await newStore();
    const body = await created(await service.post({ ...smallCart, storeId: other.storeId }));
    expect(body.storeId).toBe(service.storeId);
  });

  test('[CHK4] the link is on the store’s active domain', async () => {
    const { storeId, key } = await newStore();
    await activateDomain(service.context, storeId, 'pagar.loja.example');
    const body = await created(await service.post(smallCart, { 'x-api-key': key }));
    expect(body.checkoutUrl).toBe(`https://pagar.loja.example/pay/${body.checkoutId}`);
  });

  test('[CHK5] computed totals are stored, and differing prices give warnings', async () => {
    const cart = { ...smallCart.cart, subtotalPrice: 1, totalPrice: 8980, discounts: [{ type: 'fixed', value: 1000 }] };
    const body = await created(await service.post({ cart }));
    expect(body.warnings?.map(({ code, path, sent, computed }) => [code, path, sent, computed])).toEqual([
      ['SUBTOTAL_MISMATCH', 'cart.subtotalPrice', 1, 9980],
    ]);
    const { rows } = await service.context.db.query(
      'select subtotal_cents, discount_cents, total_cents from checkouts where checkout_id = $1',
      [body.checkoutId],
    );
    expect(rows).toEqual([{ subtotal_cents: 9980, discount_cents: 1000, total_cents: 8980 }]);
  });

  test('[CHK6] one token twice creates two checkouts with that token', async () => {
    const request = { cart: { ...smallCart.cart, token: `carrinho-${randomUUID()}` } };
    const [one, two] = await Promise.all([created(await service.post(request)), created(await service.post(request))]);
    expect(one.checkoutId).not.toBe(two.checkoutId);
    expect([one.cartToken, two.cartToken]).toEqual([request.cart.token, request.cart.token]);
  });

  test('the body is stored unchanged, including hostile members', async () => {
    const text = `{"__proto__":{"a":1},"constructor":null,"x":"\\u0000 \\ud800","cart":${JSON.stringify(smallCart.cart)}, "n":1e400}`;
    const { checkoutId } = await created(await service.post(text));
    const { rows } = await service.context.db.query('select request::text from checkouts where checkout_id = $1', [
      checkoutId,
    ]);
    expect(rows[0]).toEqual({ request: text });
  });

  test('[CHK3] members that are null are stored as absent', async () => {
    const [item] = smallCart.cart.items;
    const nulls = { sku: null, discountedUnitPrice: null, metadata: { kept: null } };
    const request = { cart: { items: [{ ...item, ...nulls }], token: null, currency: null }, customer: null };
    const { checkoutId } = await created(await service.post(request));
    const { rows } = await service.context.db.query('select request::json from checkouts where checkout_id = $1', [
      checkoutId,
    ]);
    expect(rows[0]).toEqual({ request: { cart: { items: [{ ...item, metadata: { kept: null } }] } } });
  });

  test('[CHK2] the largest legal cart is accepted', async () => {
    const item = { ...smallCart.cart.items[0], description: 'd'.repeat(5000), metadata: { m: 'x'.repeat(16_384 - 8) } };
    await created(await service.post({ cart: { items: Array.from({ length: 100 }, () => item) } }));
  });
});

describe('[CHK1] the order of checks', () => {
  const garbage = '{"cart":';
  test('a missing or empty key comes before everything else', async () => {
    const url = `${service.baseUrl}/stores/external/checkout`;
    await refused(await fetch(url, { method: 'POST', body: garbage }), 401, 'MISSING_API_KEY');
    await refused(await service.post(garbage, { 'x-api-key': '' }), 401, 'MISSING_API_KEY');
    const wrongType = { 'x-api-key': '', 'content-type': 'text/plain' };
    await refused(await service.post(garbage, wrongType), 401, 'MISSING_API_KEY');
  });

  test.each([
    ['cannot be decoded', 'nonsense'],
    ['has a foreign prefix', 'sk_live_0123456789'],
    ['is cut short', 'CUT'],
    ['has one letter changed', 'CHANGED'],
    ['was made under another secret', 'FORGED'],
    ['has the other kind’s prefix', 'SWAPPED'],
  ])('a key that %s', async (_, kind) => {
    const key = service.checkoutKey;
    const forged = new ApiKeys('another secret of thirty-two characters').encode({
      kind: 'checkout',
      storeId: service.storeId,
      keyId: newKeyId(),
      test: false,
    });
    const changed = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
    const text =
      { CUT: key.slice(0, -3), CHANGED: changed, FORGED: forged, SWAPPED: key.replace('live', 'secret') }[kind] ?? kind;
    await refused(await service.post(garbage, { 'x-api-key': text }), 401, 'INVALID_API_KEY');
  });

  test('a revoked key', async () => {
    const { key, keyId } = await newStore();
    await created(await service.post(smallCart, { 'x-api-key': key }));
    await revokeKey(service.context.db, keyId, unaudited);
    service.context.directory.forget();
    await refused(await service.post(garbage, { 'x-api-key': key }), 401, 'INVALID_API_KEY');
  });

  test('a deleted store, then an inactive store, before the body', async () => {
    const deletedStore = await newStore();
    await storeDelete(service.context.db, deletedStore.storeId);
    await refused(await service.post(garbage, { 'x-api-key': deletedStore.key }), 404, 'STORE_NOT_FOUND');
    const paused = await newStore();
    await changeStore(service.context.db, paused.storeId, { active: false }, unaudited);
    await refused(await service.post(garbage, { 'x-api-key': paused.key }), 403, 'STORE_INACTIVE');
  });

  test('[CHK10] a secret key creates no checkouts', async () => {
    await refused(await service.post(smallCart, { 'x-api-key': service.secretKey }), 403, 'WRONG_KEY_KIND');
  });
});

describe('[CHK2] bodies', () => {
  test('another content type is 415, invalid JSON is 400, too large is 413, all INVALID_PAYLOAD', async () => {
    const text = { 'content-type': 'text/plain' };
    expect(await refused(await service.post('{}', text), 415, 'INVALID_PAYLOAD')).toEqual([' unsupported_media_type']);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await refused(await service.post('a=b', form), 415, 'INVALID_PAYLOAD')).toEqual([' unsupported_media_type']);
    const zipped = { 'content-encoding': 'gzip' };
    expect(await refused(await service.post('{}', zipped), 415, 'INVALID_PAYLOAD')).toEqual([
      ' unsupported_content_encoding',
    ]);
    expect(await refused(await service.post('{"cart"'), 400, 'INVALID_PAYLOAD')).toEqual([' invalid_json']);
    expect(await refused(await service.post(''), 400, 'INVALID_PAYLOAD')).toEqual([' invalid_json']);
    const huge = Buffer.alloc(limits.bodyBytes + 1, 'x');
    expect(await refused(await service.post(huge), 413, 'INVALID_PAYLOAD')).toEqual([' body_too_large']);
  });

  test.each([
    ['8 MiB of garbage', Buffer.alloc(limits.bodyBytes, 0xff)],
    ['nesting of millions', '['.repeat(4_000_000)],
    ['balanced nesting of millions', '['.repeat(2_000_000) + ']'.repeat(2_000_000)],
    ['a raw NUL', '{"cart":"\u0000"}'],
    ['numbers of a megabyte', `{"cart":{"items":${'9'.repeat(1_000_000)}}}`],
    ['a million items', `{"cart":{"items":[${'1,'.repeat(1_000_000)}1]}}`],
    ['a million keys', `{"cart":{${Array.from({ length: 300_000 }, (_, i) => `"k${i}":0`).join(',')}}}`],
    ['only spaces', ' '.repeat(1_000_000)],
  ])('%s is a 400', async (_, body) => {
    expect(await refused(await service.post(body), 400, 'INVALID_PAYLOAD')).not.toEqual([]);
  });

  test('metadata and unknown members of the maximum depth are stored; one level more is refused', async () => {
    const nested = (depth: number): string =>
      JSON.stringify(smallCart).replace(/}$/, `,"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    await created(await service.post(nested(2_499)));
    expect(await refused(await service.post(nested(2_500)), 400, 'INVALID_PAYLOAD')).toEqual([' too_deep']);
  });

  test('only a cart that its row cannot hold fails; the other rows of its statement are stored', async () => {
    const bad = { cart: { ...smallCart.cart, token: 'a\u0000b' } };
    const answers = await Promise.all([...Array(20)].map((_, index) => service.post(index === 7 ? bad : smallCart)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(await refused(answers[7]!, 400, 'INVALID_PAYLOAD')).toEqual(['cart.token invalid_characters']);
  });

  test('[CHK4] all violations are reported together, with paths', async () => {
    const body = { cart: { items: [{ title: '', quantity: 0, unitPrice: 1.5, image: 'x' }], currency: 'USD' } };
    expect((await refused(await service.post(body), 400, 'INVALID_PAYLOAD')).toSorted()).toEqual([
      'cart.currency invalid_value',
      'cart.items[0].image invalid_url',
      'cart.items[0].quantity too_small',
      'cart.items[0].title blank',
      'cart.items[0].unitPrice wrong_type',
    ]);
  });
});

describe('[CHK7] Idempotency-Key', () => {
  const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });

  test('the same key and body replays the first 201 and creates nothing', async () => {
    const headers = key();
    const first = await service.post(smallCart, headers);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const before = await service.count('checkouts');
    const again = await service.post(smallCart, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await created(again)).toEqual(await created(first));
    expect(await service.count('checkouts')).toBe(before);
  });

  test('the same key with another body is 422', async () => {
    const headers = key();
    await created(await service.post(smallCart, headers));
    const other = { cart: { items: [{ ...smallCart.cart.items[0], quantity: 3 }] } };
    await refused(await service.post(other, headers), 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  test('a refused request does not use up its key', async () => {
    const headers = key();
    await refused(await service.post({ cart: { items: [] } }, headers), 400, 'INVALID_PAYLOAD');
    await created(await service.post(smallCart, headers));
  });

  test('equal keys of two stores are independent', async () => {
    const headers = key();
    const other = await newStore();
    const one = await created(await service.post(smallCart, headers));
    const two = await created(await service.post(smallCart, { ...headers, 'x-api-key': other.key }));
    expect(one.checkoutId).not.toBe(two.checkoutId);
  });

  test('a key expires after 24 hours', async () => {
    const headers = key();
    const first = await created(await service.post(smallCart, headers));
    await service.context.db.query(
      `update idempotency_keys set created_at = created_at - interval '24 hours 1 second'`,
    );
    expect((await created(await service.post(smallCart, headers))).checkoutId).not.toBe(first.checkoutId);
  });

  test('a key of 256 characters is refused', async () => {
    const issues = await refused(
      await service.post(smallCart, { 'idempotency-key': 'k'.repeat(256) }),
      400,
      'INVALID_PAYLOAD',
    );
    expect(issues).toEqual(['idempotency-key invalid_header']);
    await created(await service.post(smallCart, { 'idempotency-key': 'k'.repeat(255) }));
  });

  test('1,000 concurrent requests with one key create one checkout', async () => {
    const headers = key();
    const before = await service.count('checkouts');
    const answers = await Promise.all([...Array(1_000)].map(() => service.post(smallCart, headers)));
    expect(await service.count('checkouts')).toBe(before + 1);
    const ids = new Set<string>();
    for (const answer of answers) {
      if (answer.status === 201) ids.add((await created(answer)).checkoutId);
      else await refused(answer, 409, 'IDEMPOTENCY_IN_PROGRESS');
    }
    expect(ids.size).toBe(1);
  });
});

describe('[CHK8] browsers', () => {
  test.each(['/stores/external/checkout', '/api/stores/external/checkout'])(
    'preflight of %s, without a key',
    async (path) => {
      const answer = await fetch(service.baseUrl + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://loja.example', 'access-control-request-method': 'POST' },
      });
      expect(answer.status).toBe(204);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': expect.stringContaining('POST') as string,
        'access-control-allow-headers': expect.stringContaining('Content-Type, x-api-key, Idempotency-Key') as string,
        'access-control-max-age': '86400',
      });
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    },
  );

  test('a page may read the response', async () => {
    const answer = await service.post(smallCart);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-request-id');
  });
});

describe('[CHK11] signed carts', () => {
  const text = JSON.stringify(smallCart);
  const sign = (secret: string, body = text, ageSeconds = 0, nonce = randomUUID()): Record<string, string> => {
    const seconds = Math.floor(Date.now() / 1000) - ageSeconds;
    const hex = createHmac('sha256', secret).update(`${seconds}.${nonce}.${body}`).digest('hex');
    return { 'x-cart-signature': `t=${seconds},n=${nonce},v1=${hex}` };
  };

  test('a valid signature marks the checkout as signed, none leaves it unsigned', async () => {
    const ids = [
      await created(await service.post(text, sign(service.secretKey))),
      await created(await service.post(text)),
    ];
    for (const [index, { checkoutId }] of ids.entries()) {
      const { rows } = await service.context.db.query('select signed from checkouts where checkout_id = $1', [
        checkoutId,
      ]);
      expect(rows).toEqual([{ signed: index === 0 }]);
    }
  });

  test.each([
    ['of another body', () => sign(service.secretKey, `${text} `)],
    ['under the checkout key', () => sign(service.checkoutKey)],
    ['that is not a signature', () => ({ 'x-cart-signature': 't=1,v1=beef' })],
    [
      'whose time was changed',
      () => ({
        'x-cart-signature': sign(service.secretKey, text, 86_400)['x-cart-signature']!.replace(
          /^t=\d+/,
          `t=${Math.floor(Date.now() / 1000)}`,
        ),
      }),
    ],
    ['that is empty', () => ({ 'x-cart-signature': '' })],
  ])('a signature %s is refused', async (_, headers) => {
    expect(await refused(await service.post(text, headers()), 400, 'INVALID_PAYLOAD')).toEqual([' wrong_signature']);
  });

  test.each([
    ['301 seconds old', 305],
    ['of yesterday', 86_400],
    ['301 seconds ahead', -305],
  ])('a signature %s is refused', async (_, age) => {
    const answer = await service.post(text, sign(service.secretKey, text, age));
    expect(await refused(answer, 400, 'INVALID_PAYLOAD')).toEqual([' stale_signature']);
  });

  test('a signature needs no nonce', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ ...smallCart, metadata: { pedido: randomUUID() } });
    const hex = createHmac('sha256', service.secretKey).update(`${seconds}.${body}`).digest('hex');
    await created(await service.post(body, { 'x-cart-signature': `t=${seconds},v1=${hex}` }));
  });

  test('a signature of the raw body alone makes one checkout', async () => {
    const body = JSON.stringify({ ...smallCart, metadata: { pedido: randomUUID() } });
    const hex = createHmac('sha256', service.secretKey).update(body).digest('hex');
    const headers = { 'x-cart-signature': `sha256=${hex}` };
    await created(await service.post(body, headers));
    expect(await refused(await service.post(body, headers), 400, 'INVALID_PAYLOAD')).toEqual([' used_signature']);
    expect(await refused(await service.post(text, headers), 400, 'INVALID_PAYLOAD')).toEqual([' wrong_signature']);
  });

  test('a signature makes one checkout, with any Idempotency-Key or none, also of many requests at once', async () => {
    const headers = sign(service.secretKey);
    const before = await service.count('checkouts');
    const keyed = (): Record<string, string> => ({ ...headers, 'idempotency-key': randomUUID() });
    const answers = await Promise.all([headers, keyed(), keyed(), headers].map((one) => service.post(text, one)));
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(await refused(await service.post(text, headers), 400, 'INVALID_PAYLOAD')).toEqual([' used_signature']);
    expect(await refused(await service.post(text, keyed()), 400, 'INVALID_PAYLOAD')).toEqual([' used_signature']);
    expect(await service.count('checkouts')).toBe(before + 1);
  });

  test('[CHK7] a retry of a signed request with its Idempotency-Key replays it, and with a new signature too', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = { ...headers, ...sign(service.secretKey) };
    const { checkoutId } = await created(await service.post(text, first));
    expect((await created(await service.post(text, first))).checkoutId).toBe(checkoutId);
    const again = { ...headers, ...sign(service.secretKey) };
    expect((await created(await service.post(text, again))).checkoutId).toBe(checkoutId);
  });

  test('[CHK7] an Idempotency-Key of unsigned requests is none of signed ones, and each API key has its own', async () => {
    const headers = { 'idempotency-key': 'order-1042' };
    const other = JSON.stringify({ cart: { items: [{ ...smallCart.cart.items[0], quantity: 9 }] } });
    const unsigned = await created(await service.post(other, headers));
    const signed = await created(await service.post(text, { ...headers, ...sign(service.secretKey) }));
    expect(signed.checkoutId).not.toBe(unsigned.checkoutId);
    const same = { 'idempotency-key': 'order-1043' };
    const before = await created(await service.post(text, same));
    const after = await created(await service.post(text, { ...same, ...sign(service.secretKey) }));
    const { rows } = await service.context.db.query(
      'select signed from checkouts where checkout_id = any($1) order by signed',
      [[before.checkoutId, after.checkoutId]],
    );
    expect(rows).toEqual([{ signed: false }, { signed: true }]);
    const { db, keys } = service.context;
    const second = (await createKey(db, keys, service.storeId, 'checkout', unaudited))!.key;
    // The notification of the change may come after the request.
    service.context.directory.forget(service.storeId);
    const ofSecond = await created(await service.post(other, { ...same, 'x-api-key': second }));
    expect(ofSecond.checkoutId).not.toBe(before.checkoutId);
  });

  test('a store that accepts only signed carts refuses others, before the body', async () => {
    const { storeId, key, secret } = await newStore();
    await changeStore(service.context.db, storeId, { signedCartsOnly: true }, unaudited);
    await refused(await service.post('{', { 'x-api-key': key }), 403, 'UNSIGNED_CART');
    await created(await service.post(text, { 'x-api-key': key, ...sign(secret) }));
  });

  test('another store’s secret key does not sign', async () => {
    const other = await newStore();
    expect(await refused(await service.post(text, sign(other.secret)), 400, 'INVALID_PAYLOAD')).toEqual([
      ' wrong_signature',
    ]);
  });
});

describe('[CHK12] reading a checkout', () => {
  const read = (checkoutId: string, key: string, prefix = ''): Promise<Response> =>
    fetch(`${service.baseUrl}${prefix}/stores/external/checkout/${checkoutId}`, { headers: { 'x-api-key': key } });

  test('the secret key reads state, totals and link', async () => {
    const { checkoutId, checkoutUrl, cartToken } = await created(
      await service.post({ ...smallCart, metadata: { pedido: 7 } }),
    );
    const answer = await read(checkoutId, service.secretKey);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      success: true,
      checkoutId,
      checkoutUrl,
      cartToken,
      storeId: service.storeId,
      state: 'open',
      paymentStatus: null,
      currency: 'BRL',
      subtotal: 9980,
      discount: 0,
      total: 9980,
      items: [
        expect.objectContaining({ title: 'Camiseta', quantity: 2, unitPrice: 4990, total: 9980 }) as Record<
          string,
          unknown
        >,
      ],
      customer: { name: null, email: null, phone: null, document: null },
      address: null,
      order: null,
      payments: [],
      signed: false,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      livemode: false,
      metadata: { pedido: 7 },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    });
    expect((await read(checkoutId, service.secretKey, '/api')).status).toBe(200);
  });

  test('returns the order and its payment, in their current state', async () => {
    const { context, storeId } = service;
    const { checkoutId } = await created(await service.post(smallCart));
    const readDetails = async () =>
      (await read(checkoutId, service.secretKey)).json() as Promise<Record<string, unknown>>;
    const order = { order_id: randomUUID(), status: 'pending', number: '1001' };
    await context.db.query(
      `insert into orders (order_id, store_id, checkout_id, number, status, status_at, payment_method, shipping_cents, total_cents)
       values ($1, $2, $3, $4, $5, now(), 'pix', 1990, 11970)`,
      [order.order_id, storeId, checkoutId, order.number, order.status],
    );
    await context.db.query(`update checkouts set state = 'ordered' where checkout_id = $1`, [checkoutId]);
    const pending = {
      id: order.order_id,
      number: '1001',
      paymentMethod: 'pix',
      shipping: 1990,
      total: 11_970,
      paidAt: null,
      paidLate: false,
      attention: [],
    };
    expect(await readDetails()).toMatchObject({
      state: 'ordered',
      paymentStatus: 'pending',
      total: 9980,
      order: pending,
    });
    // Paid, without a payment on record.
    await context.db.query(
      `update orders set status = 'paid', paid_at = '2026-03-12T17:11:00Z', external_id = '77' where checkout_id = $1`,
      [checkoutId],
    );
    expect(await readDetails()).toMatchObject({
      paymentStatus: 'paid',
      order: { ...pending, id: '77', paidAt: '2026-03-12T17:11:00.000Z', attention: ['UNDERPAID'] },
    });
  });

  test('[COM7a] lists the reasons for which the owner must review the order before shipping', async () => {
    const { context, storeId } = service;
    const { checkoutId } = await created(await service.post(smallCart));
    await context.db.query(
      `insert into orders (order_id, store_id, checkout_id, number, status, status_at, paid_at, paid_late, signed, accepted_cents, total_cents)
       values ($1, $2, $3, '1002', 'paid', now(), now(), true, false, 0, 9980)`,
      [randomUUID(), storeId, checkoutId],
    );
    const { order } = (await (await read(checkoutId, service.secretKey)).json()) as { order: { attention: string[] } };
    expect(order.attention).toEqual(['PAID_LATE', 'UNSIGNED_PRICE']);
  });

  test('is refused for another store', async () => {
    const { checkoutId } = await created(await service.post(smallCart));
    await refused(await read(checkoutId, service.checkoutKey), 403, 'WRONG_KEY_KIND');
    await refused(await read(checkoutId, (await newStore()).secret), 404, 'CHECKOUT_NOT_FOUND');
    await refused(await read(randomUUID(), service.secretKey), 404, 'CHECKOUT_NOT_FOUND');
    await refused(await read("x'--", service.secretKey), 404, 'CHECKOUT_NOT_FOUND');
  });
});

describe('other responses', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s is 405 with Allow', async (method) => {
    const answer = await fetch(`${service.baseUrl}/stores/external/checkout`, { method });
    await refused(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  });

  test('every response has a request id; an acceptable one is kept', async () => {
    expect((await service.post(smallCart)).headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    expect((await service.post(smallCart, { 'x-request-id': 'pedido-000123' })).headers.get('x-request-id')).toBe(
      'pedido-000123',
    );
    expect((await service.post(smallCart, { 'x-request-id': 'a b' })).headers.get('x-request-id')).not.toBe('a b');
  });

  test('no key and no body is logged', async () => {
    const secretText = `segredo-${randomUUID()}`;
    await service.post({ ...smallCart, customer: { email: secretText } });
    await service.post(`{"${secretText}`);
    const log = service.logged.join('');
    expect(log).toContain('answered');
    for (const hidden of [secretText, service.checkoutKey, service.secretKey]) expect(log).not.toContain(hidden);
  });

  test('every error code is declared with a status, in two languages', () => {
    for (const entry of Object.values(errorCodes)) {
      expect(entry).toEqual({ status: expect.any(Number), en: expect.any(String), 'pt-BR': expect.any(String) });
    }
  });
});

describe('slow and broken bodies', () => {
  /** Sends part of a request and waits for the response. */
  const sendPart = (part: string, then: (socket: net.Socket) => void): Promise<string> =>
    new Promise((resolve) => {
      const socket = net.connect(Number(new URL(service.baseUrl).port), '127.0.0.1', () => {
        socket.write(part);
        then(socket);
      });
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('error', () => {});
      socket.once('close', () => resolve(text));
    });
  const head = (key: string): string =>
    `POST /stores/external/checkout HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nx-api-key: ${key}\r\ncontent-length: 1000\r\n\r\n`;

  test('[CHK1] without a valid key the response is sent before the body arrives', async () => {
    const answer = await sendPart(head('nonsense'), (socket) => socket.once('data', () => socket.destroy()));
    expect(answer).toContain('HTTP/1.1 401');
  });

  test('a client that disconnects half-way leaves no checkout and no error in the log', async () => {
    const before = await service.count('checkouts');
    service.logged.length = 0;
    await sendPart(`${head(service.checkoutKey)}{"cart":`, (socket) => setTimeout(() => socket.destroy(), 100));
    expect((await service.post(smallCart)).status).toBe(201);
    expect(await service.count('checkouts')).toBe(before + 1);
    expect(service.logged.filter((line) => line.includes('failed'))).toEqual([]);
  });

  test('a body must arrive within 30 s: the server cuts slow ones', () => {
    expect(service.app.server.requestTimeout).toBe(30_000);
    expect(service.app.server.headersTimeout).toBeLessThanOrEqual(60_000);
  });
});
