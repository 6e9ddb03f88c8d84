import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Sdk from '@retoma/client/page';
import { Validator } from '@seriousme/openapi-schema-validator';
import { errorCodes, issueCodes, warningCodes } from '@retoma/commerce';
import { closeApp, createApp } from './app.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.baseUrl + path, { headers });

/** Sends raw bytes and returns the response until the connection closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(Number(new URL(service.baseUrl).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => {});
    socket.once('close', () => resolve(text));
  });
}

test.each([
  [['10.0.0.0/8'], '10.1.2.3', '203.0.113.7'],
  [['10.0.0.0/8'], '192.0.2.1', '192.0.2.1'],
  [[], '10.1.2.3', '10.1.2.3'],
])('only a trusted proxy can set the client address: %j, from %s', async (trustedProxies, remoteAddress, ip) => {
  const app = createApp({ ...service.context, config: { ...service.context.config, trustedProxies } });
  app.get('/who', (request) => request.ip);
  const answer = await app.inject({ url: '/who', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(answer.body).toBe(ip);
});

describe('[CHK2] the documented error body, from every layer', () => {
  test('an unknown address', async () => {
    const answer = await get('/nothing/here');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      success: false,
      error: { code: 'NOT_FOUND', message: errorCodes.NOT_FOUND.en },
    });
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a header too long', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`, 431],
    ['a broken address', 'GET /%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 400],
    ['a wrong length', 'POST /stores/external/checkout HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n', 400],
  ])('%s', async (_, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      success: false,
      error: { code: 'INVALID_PAYLOAD', message: expect.any(String) as string },
    });
  });

  test('[CHK9] an unreachable database: 500 INTERNAL_ERROR, without SQL or stack, logged once', async () => {
    const { db } = service.context;
    const lost = await startTestService();
    await lost.context.db.end();
    const answer = await lost.post(smallCart);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      success: false,
      error: { code: 'INTERNAL_ERROR', message: errorCodes.INTERNAL_ERROR.en },
    });
    expect(lost.logged.filter((line) => line.includes('request failed'))).toHaveLength(1);
    expect((await fetch(`${lost.baseUrl}/health/ready`)).status).toBe(503);
    const metrics = await (await fetch(`${lost.baseUrl}/metrics`)).text();
    expect(metrics).toContain('\nretoma_ready 0\n');
    expect(metrics).toContain('\nretoma_http_failures_total 2\n');
    expect((await fetch(`${lost.baseUrl}/health/live`)).status).toBe(200);
    await lost.app.close();
    expect(db).toBeDefined();
  });
});

describe('operations endpoints', () => {
  test('health is 200, and not ready while draining', async () => {
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/health/ready')).status).toBe(200);
    service.context.draining = true;
    const answer = await get('/health/ready');
    expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'close']);
    service.context.draining = false;
  });

  test('metrics need a request from this machine, or the token', async () => {
    await service.post(smallCart);
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toContain('retoma_http_request_seconds_bucket');
    expect(metrics).toContain('retoma_checkout_insert_rows_count');
    expect(metrics).toContain('\nretoma_ready 1\n');
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404);
    const guarded = await startTestService({ METRICS_TOKEN: 'a-token-of-sixteen' });
    expect((await fetch(`${guarded.baseUrl}/metrics`)).status).toBe(404);
    const allowed = await fetch(`${guarded.baseUrl}/metrics`, {
      headers: { authorization: 'Bearer a-token-of-sixteen' },
    });
    expect(allowed.status).toBe(200);
    await guarded.stop();
  });

  test.each([
    ['a fast machine', 0],
    ['a slow one', 30],
  ])(
    '[CHK21] closing on %s under load resets no connection, answers every request, and each 201 is stored',
    async (_machine, blockMs) => {
      const busy = await startTestService({
        RATE_LIMIT_PER_SECOND: '100000',
        RATE_LIMIT_BURST: '100000',
        RATE_LIMIT_MEGABYTES_PER_MINUTE: '0',
      });
      const ends: unknown[] = [];
      let created = 0;
      let accepted = 0;
      busy.app.server.on('request', () => accepted++);
      busy.app.server.on('connection', () => {
        const until = performance.now() + (busy.context.hold ? blockMs : 0);
        while (performance.now() < until);
      });
      const client = async (): Promise<void> => {
        for (;;) {
          const answer = await busy
            .post(smallCart)
            .catch((error: Error) => void ends.push((error.cause as { code?: string }).code));
          if (!answer) return;
          await answer.arrayBuffer();
          expect(answer.status).toBe(201);
          created++;
        }
      };
      const clients = Promise.all(Array.from({ length: 40 }, client));
      await expect.poll(() => created).toBeGreaterThan(100);
      await closeApp(busy.app, busy.context, 250);
      await clients;
      expect(new Set(ends)).toEqual(new Set(['ECONNREFUSED']));
      expect(accepted).toBe(created);
      expect(await busy.count('checkouts')).toBe(created);
      await busy.stop();
    },
  );

  test('[CHK21] a request on an open connection during closing is answered', async () => {
    const closing = await startTestService();
    const { port } = closing.app.server.address() as AddressInfo;
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = closeApp(closing.app, closing.context, 50);
    while (closing.app.server.listening) await new Promise((resolve) => setTimeout(resolve, 1));
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close/i);
    await closed;
    await closing.stop();
  });
});

describe('documents', () => {
  test('openapi.json is valid OpenAPI 3.1, and names every code and every path', async () => {
    const answer = await get('/openapi.json');
    const document = (await answer.json()) as Record<string, unknown>;
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(validator.version).toBe('3.1');
    const text = JSON.stringify(document);
    for (const path of ['/stores/external/checkout', '/stores/external/events', '/automation/metatags']) {
      expect(document['paths']).toHaveProperty([path]);
    }
    for (const code of [...Object.keys(errorCodes), ...Object.keys(issueCodes), ...Object.keys(warningCodes)]) {
      expect(text).toContain(`"${code}"`);
    }
  });

  test('every code is declared once, with a text in two languages', () => {
    for (const codes of [errorCodes, issueCodes, warningCodes]) {
      for (const { en, 'pt-BR': pt } of Object.values(codes)) {
        expect(en.length).toBeGreaterThan(5);
        expect(pt.length).toBeGreaterThan(5);
        expect(pt).not.toBe(en);
      }
    }
  });

  test('client.js is one module that any page may import, and creates a checkout', async () => {
    const answer = await get('/client.js');
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const script = await answer.text();
    expect(script).not.toMatch(/\bfrom\s*['"`]/);
    const { Retoma } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as typeof Sdk;
    const client = new Retoma({ apiKey: service.checkoutKey, baseUrl: service.baseUrl });
    expect(await client.createCheckout(smallCart.cart)).toMatchObject({ storeId: service.storeId });
  });

  test('client.tgz is the package of the SDK', async () => {
    const answer = await get('/client.tgz');
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(gunzipSync(await answer.arrayBuffer()).toString('latin1')).toContain('package/dist/esm/index.js');
  });

  test('demo pictures are served, and no other file of their folder', async () => {
    expect((await get('/public/demo/camiseta.svg')).headers.get('content-type')).toBe('image/svg+xml');
    for (const path of ['/public/demo/..%2findex.ts', '/public/demo/x.svg']) expect((await get(path)).status).toBe(404);
  });
});
