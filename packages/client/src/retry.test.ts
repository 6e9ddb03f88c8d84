import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Retoma, type Cart, type RetomaError } from './index.ts';
import { cut, html, liveKey, refuse, silence, startCheckoutServer } from './testing/checkout-server.ts';
import type { CheckoutServer, ScriptedResponse } from './testing/checkout-server.ts';

const cart: Cart = {
  items: [{ title: 'Caneca', quantity: 1, unitPrice: 3900, image: 'https://loja.example/caneca.png' }],
};

let server: CheckoutServer;
beforeAll(async () => {
  server = await startCheckoutServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.arrivals.length = 0;
  server.faults.length = 0;
  server.created.clear();
});

const client = (more: Partial<ConstructorParameters<typeof Retoma>[0]> = {}): Retoma =>
  new Retoma({ apiKey: liveKey, baseUrl: server.baseUrl, ...more });
const failure = (promise: Promise<unknown>): Promise<RetomaError> =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: RetomaError) => error,
  );

/** Creates the checkout, but sends no response. */
const madeThenCut: ScriptedResponse = (response, honest) => {
  Object.assign(response, { writeHead: () => response, end: () => response.destroy() });
  honest();
};

describe('[CHK7] a retried call creates one checkout', () => {
  test.each<[string, ScriptedResponse]>([
    ['the connection is cut before the request is handled', cut],
    ['the connection is cut after the checkout was made', madeThenCut],
    ['a proxy answers 502 in HTML', html(502)],
    ['503', html(503)],
    ['504', html(504)],
    ['500 INTERNAL_ERROR', refuse('INTERNAL_ERROR')],
    ['409 IDEMPOTENCY_IN_PROGRESS', refuse('IDEMPOTENCY_IN_PROGRESS')],
    ['429 without a time', refuse('RATE_LIMITED')],
    ['429 with a time', refuse('RATE_LIMITED', { 'retry-after': '0' })],
    ['503 with a date', html(503, { 'retry-after': new Date(0).toUTCString() })],
  ])('%s', async (_, scripted) => {
    server.faults.push(scripted);
    const { checkoutId } = await client().createCheckout(cart);
    expect([...server.created.keys()]).toEqual([checkoutId]);
    expect(server.arrivals).toHaveLength(2);
    const [first, second] = server.arrivals;
    expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
    expect(second!.body).toBe(first!.body);
  });

  test('an attempt times out', async () => {
    server.faults.push(silence);
    // On a busy machine further attempts may time out.
    const { checkoutId } = await client({ timeout: 300, retries: 20 }).createCheckout(cart);
    expect([...server.created.keys()]).toEqual([checkoutId]);
    expect(server.arrivals.length).toBeGreaterThan(1);
    expect(new Set(server.arrivals.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('reading is retried too', async () => {
    const { checkoutId } = await client().createCheckout(cart);
    server.faults.push(cut);
    expect(await client({ secretKey: 'rtm_secret_test' }).readCheckout(checkoutId)).toMatchObject({ checkoutId });
  });
});

describe('giving up', () => {
  test('happens after two retries, with the last failure', async () => {
    server.faults.push(cut, html(502), refuse('INTERNAL_ERROR'));
    expect(await failure(client().createCheckout(cart))).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 });
    expect(server.arrivals).toHaveLength(3);
  });

  test('happens at once with retries: 0; a network failure has its cause', async () => {
    server.faults.push(cut);
    const error = await failure(client({ retries: 0 }).createCheckout(cart));
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', status: 0, cause: expect.any(TypeError) });
    expect(server.arrivals).toHaveLength(1);
  });

  test('a response body that stalls is a TIMEOUT', async () => {
    server.faults.push((response) => void response.writeHead(201).write('{"success":'));
    const error = await failure(client({ timeout: 200, retries: 0 }).createCheckout(cart));
    expect(error).toMatchObject({ code: 'TIMEOUT', status: 0, message: 'No response within 200 ms' });
  });

  test('happens at once if the requested wait is longer than a shopper accepts', async () => {
    server.faults.push(refuse('RATE_LIMITED', { 'retry-after': '3600' }));
    expect(await failure(client().createCheckout(cart))).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 3600 });
    expect(server.arrivals).toHaveLength(1);
  });

  test.each(['IDEMPOTENCY_KEY_REUSED', 'STORE_INACTIVE', 'UNSIGNED_CART', 'STORE_NOT_FOUND'] as const)(
    'happens at once on %s, since a retry cannot succeed',
    async (code) => {
      server.faults.push(refuse(code));
      expect(await failure(client().createCheckout(cart))).toMatchObject({ code });
      expect(server.arrivals).toHaveLength(1);
    },
  );
});

describe('aborting', () => {
  test('before the call sends nothing', async () => {
    const reason = new Error('changed my mind');
    expect(await failure(client().createCheckout(cart, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(server.arrivals).toHaveLength(0);
  });

  test('during an attempt rejects with the reason and frees the connection', async () => {
    const controller = new AbortController();
    const closed = new Promise<void>((resolve) => {
      server.faults.push((response) => {
        response.on('close', resolve);
        controller.abort();
      });
    });
    expect(await failure(client().createCheckout(cart, { signal: controller.signal }))).toMatchObject({
      name: 'AbortError',
    });
    await closed;
    expect(server.arrivals).toHaveLength(1);
  });

  test('during the pause between attempts rejects at once', async () => {
    const controller = new AbortController();
    server.faults.push((response, honest) => {
      response.on('finish', () => setImmediate(() => controller.abort()));
      refuse('RATE_LIMITED', { 'retry-after': '30' })(response, honest);
    });
    expect(await failure(client().createCheckout(cart, { signal: controller.signal }))).toMatchObject({
      name: 'AbortError',
    });
    expect(server.arrivals).toHaveLength(1);
  });

  test('works even if the injected fetch ignores signals', async () => {
    const controller = new AbortController();
    const deaf = (): Promise<Response> => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => {});
    };
    const call = client({ fetch: deaf }).createCheckout(cart, { signal: controller.signal });
    expect(await failure(call)).toMatchObject({ name: 'AbortError' });
  });
});
