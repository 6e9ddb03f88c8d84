import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  AccessError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  Retoma,
  RetomaError,
  ServiceError,
  signCart,
  type Cart,
} from './index.ts';
import {
  cut,
  html,
  isSigned,
  liveKey,
  secretKey,
  startCheckoutServer,
  storeId,
  type CheckoutServer,
} from './testing/checkout-server.ts';

const cart: Cart = {
  items: [{ title: 'Camiseta', quantity: 2, unitPrice: 4990, image: 'https://loja.example/camiseta.png' }],
};

let server: CheckoutServer;
beforeAll(async () => {
  server = await startCheckoutServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.arrivals.length = 0;
  server.faults.length = 0;
});

const client = (more: Partial<ConstructorParameters<typeof Retoma>[0]> = {}): Retoma =>
  new Retoma({ apiKey: liveKey, baseUrl: server.baseUrl, ...more });

async function failure(promise: Promise<unknown>): Promise<RetomaError> {
  const error: unknown = await promise.then(
    () => new Error('it succeeded'),
    (error: unknown) => error,
  );
  if (error instanceof RetomaError) return error;
  throw error;
}

describe('creating a checkout', () => {
  test('[CHK4] a cart alone is a complete request', async () => {
    const created = await client().createCheckout(cart);
    expect(created).toEqual({
      checkoutId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checkoutUrl: `${server.baseUrl}/pay/${created.checkoutId}`,
      storeId,
      cartToken: 'ext_generated',
      warnings: [],
    });
    const [arrival] = server.arrivals;
    expect(arrival).toMatchObject({ method: 'POST', path: '/stores/external/checkout' });
    expect(arrival!.headers).toMatchObject({ 'content-type': 'application/json', 'x-api-key': liveKey });
    expect(JSON.parse(arrival!.body)).toEqual({ cart });
  });

  test('[CHK3] customer, redirect and metadata are sent with the cart; the base URL may end with slashes', async () => {
    const request = {
      cart: { ...cart, token: 'cart-1' },
      customer: { name: 'Ana', email: null },
      redirect: { successUrl: 'https://loja.example/ok' },
      metadata: { campaign: 'maio' },
    };
    const created = await client({ baseUrl: `${server.baseUrl}//` }).createCheckout(request);
    expect(created.cartToken).toBe('cart-1');
    expect(JSON.parse(server.arrivals[0]!.body)).toEqual(request);
  });

  test('[CHK5] warnings are returned', async () => {
    const { warnings } = await client().createCheckout({ ...cart, totalPrice: 1 });
    expect(warnings).toMatchObject([{ code: 'TOTAL_MISMATCH', path: 'cart.totalPrice', sent: 1, computed: 9980 }]);
  });

  test('[CHK7] every call has a new idempotency key, unless the caller passes one', async () => {
    const retoma = client();
    const first = await retoma.createCheckout(cart);
    const second = await retoma.createCheckout(cart);
    expect(second.checkoutId).not.toBe(first.checkoutId);
    const keys = server.arrivals.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);

    const [one, same] = [
      await retoma.createCheckout(cart, { idempotencyKey: 'order-7' }),
      await retoma.createCheckout(cart, { idempotencyKey: 'order-7' }),
    ];
    expect(same).toEqual(one);
    const reused = await failure(retoma.createCheckout({ ...cart, token: 'x' }, { idempotencyKey: 'order-7' }));
    expect(reused).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', status: 422 });
  });
});

describe('signing', () => {
  test('[CHK11] with a secret key the exact bytes that are sent are signed', async () => {
    const { checkoutId } = await client({ secretKey }).createCheckout({
      items: [{ ...cart.items[0]!, title: 'Boné “ção” 🧢' }],
    });
    const { headers, body } = server.arrivals[0]!;
    expect(isSigned(String(headers['x-cart-signature']), body)).toBe(true);
    expect(await client({ secretKey }).readCheckout(checkoutId)).toMatchObject({ signed: true });
  });

  test('[CHK11] a page sends the text that its server signed, unchanged', async () => {
    const body = ` {"cart": {"items": [{"title":"X","quantity":1,"unitPrice":0,"image":"https:\\/\\/x.example\\/a.png"}]}}\n`;
    await client().createCheckout(body, { signature: await signCart(body, secretKey) });
    expect(server.arrivals[0]!.body).toBe(body);
    const altered = body.replace('"unitPrice":0', '"unitPrice":1');
    const error = await failure(client().createCheckout(altered, { signature: await signCart(body, secretKey) }));
    expect(error).toMatchObject({ code: 'INVALID_PAYLOAD', status: 400 });
  });

  test('[CHK11] equal carts of one second have different signatures', async () => {
    expect(await signCart('{}', secretKey)).not.toBe(await signCart('{}', secretKey));
  });

  test('[CHK11] a secret key in a page is refused', () => {
    Object.assign(globalThis, { document: {} });
    try {
      expect(() => client({ secretKey })).toThrow(/secretKey must not be used in a page/);
      expect(() => client()).not.toThrow();
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });
});

describe('reading a checkout', () => {
  test('[CHK12] works with the secret key, as secretKey or as apiKey', async () => {
    const { checkoutId, checkoutUrl } = await client().createCheckout({ cart, metadata: { order: 7 } });
    for (const retoma of [client({ secretKey }), client({ apiKey: secretKey })]) {
      expect(await retoma.readCheckout(checkoutId)).toEqual({
        checkoutId,
        checkoutUrl,
        storeId,
        cartToken: 'ext_generated',
        state: 'open',
        paymentStatus: null,
        currency: 'BRL',
        subtotal: 9980,
        discount: 0,
        total: 9980,
        order: null,
        signed: false,
        createdAt: expect.any(String),
        metadata: { order: 7 },
      });
    }
  });

  test('[CHK12] is refused with the public key; an unknown id is not found', async () => {
    expect(await failure(client().readCheckout('x'))).toMatchObject({ code: 'WRONG_KEY_KIND', status: 403 });
    expect(await failure(client({ secretKey }).readCheckout('../x?y'))).toMatchObject({ code: 'CHECKOUT_NOT_FOUND' });
    expect(server.arrivals[1]!.path).toBe('/stores/external/checkout/..%2Fx%3Fy');
  });
});

describe('errors', () => {
  test('[CHK4] every violation is reported', async () => {
    const error = await failure(client().createCheckout({ items: [{ ...cart.items[0]!, title: '', quantity: 0 }] }));
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      code: 'INVALID_PAYLOAD',
      status: 400,
      requestId: 'request-1',
    });
    expect(error.issues.map(({ path, pointer, code }) => ({ path, pointer, code }))).toEqual([
      { path: 'cart.items[0].title', pointer: '/cart/items/0/title', code: 'blank' },
      { path: 'cart.items[0].quantity', pointer: '/cart/items/0/quantity', code: 'too_small' },
    ]);
  });

  test('a wrong key is INVALID_API_KEY and is not retried', async () => {
    expect(await failure(client({ apiKey: 'nope' }).createCheckout(cart))).toMatchObject({
      code: 'INVALID_API_KEY',
      status: 401,
      issues: [],
    });
    expect(server.arrivals).toHaveLength(1);
  });

  const json = (status: number, body: string) => (response: Parameters<ReturnType<typeof html>>[0]) =>
    void response.writeHead(status).end(body);
  const created = (url: string): string =>
    JSON.stringify({ success: true, checkoutId: 'a', checkoutUrl: url, storeId: 'b', cartToken: 'c' });

  test.each([
    ['HTML with status 200', html(200), 200],
    ['HTML with status 404', html(404), 404],
    ['an empty body', json(201, ''), 201],
    ['null', json(201, 'null'), 201],
    ['a list', json(400, '[]'), 400],
    ['another error format', json(400, '{"error":"bad"}'), 400],
    ['an error without a code', json(401, '{"success":false,"error":{"message":"no"}}'), 401],
    ['success without a link', json(201, '{"success":true,"checkoutId":"a"}'), 201],
    ['success: false with status 200', json(200, '{"success":false,"error":{"code":"X","message":"y"}}'), 200],
    ['a link that is a script', json(201, created('javascript:alert(1)')), 201],
  ])('an undocumented response is INVALID_RESPONSE: %s', async (_, scripted, status) => {
    server.faults.push(scripted);
    expect(await failure(client().createCheckout(cart))).toMatchObject({ code: 'INVALID_RESPONSE', status });
    expect(server.arrivals).toHaveLength(1);
  });

  test('an unknown error code is passed on, and malformed issues are dropped', async () => {
    const issue = { path: 'p', pointer: '/p', code: 'c', message: 'm' };
    const error = { code: 'FROM_THE_FUTURE', details: { issues: [null, 'x', { path: 1 }, issue] } };
    server.faults.push(json(400, JSON.stringify({ success: false, error })));
    expect(await failure(client().createCheckout(cart))).toMatchObject({
      code: 'FROM_THE_FUTURE',
      message: 'FROM_THE_FUTURE',
      issues: [issue],
    });
  });

  test.each([
    [400, InvalidRequestError],
    [422, InvalidRequestError],
    [401, AccessError],
    [403, AccessError],
    [404, NotFoundError],
    [409, ConflictError],
    [429, RateLimitError],
    [500, ServiceError],
    [503, ServiceError],
  ])('[API32] a refusal with status %i is an error of its class', async (status, Class) => {
    server.faults.push(json(status, '{"success":false,"error":{"code":"FROM_THE_FUTURE"}}'));
    const error = await failure(client({ retries: 0 }).createCheckout(cart));
    expect([error.constructor, error.name]).toEqual([Class, Class.name]);
  });

  test('a response of another service is a ServiceError, and no response a ConnectionError', async () => {
    server.faults.push(html(404), cut);
    expect(await failure(client().createCheckout(cart))).toBeInstanceOf(ServiceError);
    expect(await failure(client({ retries: 0 }).createCheckout(cart))).toBeInstanceOf(ConnectionError);
  });

  test('a misuse throws before any request is sent', async () => {
    expect(() => client({ apiKey: '' })).toThrow(TypeError);
    expect(() => client({ baseUrl: 'pay.example.com' })).toThrow(/baseUrl/);
    await expect(client().createCheckout(cart, { idempotencyKey: 'não 🧢' })).rejects.toThrow(TypeError);
    expect(server.arrivals).toHaveLength(0);
  });
});
