// Over real HTTP with the raw bytes, since fetch would decode them.
import http, { type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { scriptAddress } from '@retoma/pay';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';
import { unsubscribeLink } from '../../base/links/unsubscribe-link.ts';
import { newUser, PanelBrowser } from '../../app/http/panel/testing/browser.ts';
import { shopperAt } from '../../shop/pay-page/testing/shopper.ts';

type Received = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };
type Sent = { method?: string; headers?: Record<string, string>; body?: string };

let service: TestService;
let payPath: string;
beforeAll(async () => {
  service = await startTestService({ CEP_LOOKUP_URL: 'off' });
  const shopper = shopperAt(service);
  await shopper.offer('pix');
  payPath = await shopper.create(smallCart);
});
afterAll(() => service.stop());

/** A request whose response is not decoded. */
function ask(path: string, coding?: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, ...(coding !== undefined && { 'accept-encoding': coding }) };
    const request = http.request(service.baseUrl + path, { method, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
      response.once('error', reject);
    });
    request.once('error', reject).end(body);
  });
}

function decode({ headers, bytes }: Received): string {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

const files = (): [path: string, cacheControl: string][] => [
  [scriptAddress('pay.js'), 'public, max-age=31536000, immutable'],
  ['/client.js', 'public, max-age=300'],
  ['/openapi.json', 'public, max-age=300'],
  ['/postman.json', 'public, max-age=300'],
  ['/automation.schema.json', 'public, max-age=300'],
  ['/docs', 'no-cache'],
  ['/docs/quick-start', 'no-cache'],
  ['/public/demo/caneca.svg', 'public, max-age=86400'],
];

describe.each(files())('[CHK15] the file %s', (path, cacheControl) => {
  test('decodes to the same bytes in each coding, and is smaller', async () => {
    const plain = await ask(path);
    expect(plain.status).toBe(200);
    expect(plain.headers).toMatchObject({ 'cache-control': cacheControl, vary: 'accept-encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const coding of ['br', 'gzip']) {
      const coded = await ask(path, coding);
      expect(coded.headers).toMatchObject({
        'content-encoding': coding,
        'content-type': plain.headers['content-type'],
        'content-length': String(coded.bytes.length),
        'cache-control': cacheControl,
        vary: 'accept-encoding',
        etag: plain.headers.etag,
      });
      expect(decode(coded)).toBe(plain.bytes.toString());
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length);
    }
  });

  test('responds with 304 for a current copy, without a body to HEAD, and completely to a range', async () => {
    const { headers, bytes } = await ask(path, 'gzip');
    const etag = headers.etag!;
    for (const current of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await ask(path, 'gzip', { headers: { 'if-none-match': current } });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      expect(again.headers).toMatchObject({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' });
      expect(again.headers['content-encoding']).toBeUndefined();
    }
    expect((await ask(path, 'gzip', { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
    const head = await ask(path, 'gzip', { method: 'HEAD' });
    expect(head.bytes.length).toBe(0);
    expect(head.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(bytes.length), etag });
    const ranged = await ask(path, 'gzip', { headers: { range: 'bytes=0-9' } });
    expect([ranged.status, ranged.bytes]).toEqual([200, bytes]);
  });
});

describe('[CHK15] shoppers’ pages', () => {
  const unsubscribePath = (): string => {
    const store = { storeId: service.storeId, domain: null };
    return new URL(unsubscribeLink(service.context, store, 'email', 'ana@cliente.example')!).pathname;
  };
  /** The page without its creation instant. */
  const timeless = (page: string): string => page.replace(/data-now="\d+"/, '');
  test.each([
    ['the payment page', () => payPath],
    ['the page of an unknown link', () => '/pay/nada'],
    ['the unsubscribe page', unsubscribePath],
  ])('%s is compressed for each client', async (_, pathOf) => {
    const path = pathOf();
    const plain = await ask(path, 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'gzip'],
      ['br', 'br'],
      ['br, gzip;q=0.5', 'br'],
      ['gzip;q=0, br;q=0.1', 'br'],
    ] as const) {
      const coded = await ask(path, accepted);
      expect(coded.status).toBe(plain.status);
      expect(coded.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' });
      expect(coded.headers['cache-control']).toContain('no-store');
      expect(timeless(decode(coded))).toBe(timeless(plain.bytes.toString()));
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2);
    }
    const head = await ask(path, 'gzip', { method: 'HEAD' });
    expect(head.bytes.length).toBe(0);
    expect(head.headers['content-encoding']).toBe('gzip');
  });

  test('a short body is sent uncompressed, unless the client refuses that', async () => {
    const short = await ask(`${payPath}/state`, 'gzip, br');
    expect(short.headers['content-encoding']).toBeUndefined();
    const refused = await ask(`${payPath}/state`, 'gzip, identity;q=0');
    expect(refused.headers['content-encoding']).toBe('gzip');
    expect(decode(refused)).toBe(short.bytes.toString());
    const neither = await ask(`${payPath}/state`, 'identity;q=0');
    expect([neither.status, neither.bytes]).toEqual([200, short.bytes]);
  });

  test('event streams are never compressed', async () => {
    const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      const coding = { 'accept-encoding': 'gzip, br, identity;q=0' };
      const request = http.get(`${service.baseUrl}${payPath}/events`, { headers: coding }, (response) => {
        resolve(response.headers);
        request.destroy();
      });
      request.once('error', reject);
    });
    expect(headers['content-type']).toBe('text/event-stream');
    expect(headers['content-encoding']).toBeUndefined();
  });
});

test('[CHK15] the response to a created checkout is never compressed', async () => {
  const body = JSON.stringify({ cart: { items: Array(100).fill(smallCart.cart.items[0]), totalPrice: 1 } });
  const headers = { 'content-type': 'application/json', 'x-api-key': service.checkoutKey };
  for (const [sent, status] of [
    [body, 201],
    ['{', 400],
  ] as const) {
    const answer = await ask('/stores/external/checkout', 'gzip, br', { method: 'POST', headers, body: sent });
    expect(answer.status).toBe(status);
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, undefined]);
  }
});

describe('[CHK15][AUT2] the panel', () => {
  let cookie: string;
  const path = () => `/panel/api/stores/${service.storeId}/orders`;
  beforeAll(async () => {
    await newUser(service, 'ana@loja.example', 'owner');
    const browser = new PanelBrowser(service);
    await browser.post('/sign-in', { email: 'ana@loja.example', password: 'uma senha comprida' });
    cookie = browser.cookie!;
    await service.context.db.query(
      `insert into orders (order_id, store_id, status, status_at, customer)
       select gen_random_uuid(), $1, 'pending', now(), '{"name": "Ana"}' from generate_series(1, 20)`,
      [service.storeId],
    );
  });

  test('long JSON is compressed, and short JSON is not', async () => {
    const headers = { cookie, 'x-retoma-panel': '1' };
    const plain = await ask(path(), 'identity', { headers });
    const coded = await ask(path(), 'gzip, br', { headers });
    expect(coded.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(coded.headers['content-type']).toBe(plain.headers['content-type']);
    expect(JSON.parse(decode(coded))).toEqual(JSON.parse(plain.bytes.toString()));
    const short = await ask('/panel/api/me', 'gzip, br', { headers: { 'x-retoma-panel': '1' } });
    expect([short.status, short.headers['content-encoding']]).toEqual([401, undefined]);
  });

  test('a request that another site can send gets an uncompressed response, so that no length reveals a secret', async () => {
    const answer = await ask(path(), 'gzip, br', { headers: { cookie } });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
  });
});
