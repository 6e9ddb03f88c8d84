// How a request may arrive at the public API, and what the refusal says where it may not.
import { createHmac } from 'node:crypto';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeStore } from '../../../stores/manage-stores.ts';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { smallCart, startTestService, type TestService } from '../../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const path = '/stores/external/checkout';
type Answer = { success: boolean; error: { code: string; message: string; details: { issues: { code: string }[] } } };

function send(
  body: BodyInit | null,
  more: Record<string, string> = {},
  url = path,
  method = 'POST',
): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-api-key': service.checkoutKey, ...more };
  const init: RequestInit = { method, headers, body };
  return fetch(service.baseUrl + url, init);
}

/** Sends raw bytes; returns the status, the headers and the documented body. */
function sendRaw(bytes: string): Promise<{ status: number; head: string; answer: Answer }> {
  return new Promise((resolve) => {
    const socket = net.connect(Number(new URL(service.baseUrl).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => {});
    socket.once('close', () => {
      const end = text.indexOf('\r\n\r\n');
      const head = text.slice(0, end).toLowerCase();
      resolve({ status: Number(text.slice(9, 12)), head, answer: JSON.parse(text.slice(end)) as Answer });
    });
  });
}

describe('[CHK2] a request that is refused before a route says what is wrong with it', () => {
  const host = 'host: a\r\nconnection: close\r\n';
  test.each([
    ['no Host', `GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`, 400, 'wrong_host'],
    ['two Hosts', `POST ${path} HTTP/1.1\r\nHOST: b\r\n${host}content-length: 0\r\n\r\n`, 400, 'wrong_host'],
    ['a bad escape', `GET ${path}/%zz HTTP/1.1\r\n${host}\r\n`, 400, 'malformed_address'],
    ['an escape that is not UTF-8', `GET ${path}/%ff HTTP/1.1\r\n${host}\r\n`, 400, 'malformed_address'],
    ['too many headers', `GET / HTTP/1.1\r\n${host}x: ${'y'.repeat(70_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['a wrong length', `POST ${path} HTTP/1.1\r\n${host}content-length: x\r\n\r\n`, 400, 'wrong_framing'],
    [
      'two framings',
      `POST ${path} HTTP/1.1\r\n${host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'wrong_framing',
    ],
    [
      'a broken chunk',
      `POST /nothing HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      400,
      'wrong_framing',
    ],
    ['no HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
  ])('%s', async (_, bytes, status, code) => {
    const refused = await sendRaw(bytes);
    expect([refused.status, refused.answer.error.code]).toEqual([status, 'INVALID_PAYLOAD']);
    expect(refused.answer.error.details.issues.map((issue) => issue.code)).toEqual([code]);
    expect(refused.answer.error.message).toMatch(/^The request /);
    expect(refused.head).toMatch(/x-request-id: [\w.-]{8,}/);
  });

  test('HTTP/1.0 needs no Host', async () => {
    const { status } = await sendRaw(`GET /nothing HTTP/1.0\r\n\r\n`);
    expect(status).toBe(404);
  });
});

describe('[CHK2] a body', () => {
  test.each(['gzip', 'br', 'deflate, gzip', 'zstd'])(
    'compressed as %s is 415, and the fault is named',
    async (encoding) => {
      const answer = await send(gzipSync(JSON.stringify(smallCart)), { 'content-encoding': encoding });
      expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
      const { error } = (await answer.json()) as Answer;
      expect(error).toMatchObject({
        code: 'INVALID_PAYLOAD',
        details: { issues: [{ code: 'unsupported_content_encoding' }] },
      });
      expect(error.message).toContain(`"${encoding}"`);
    },
  );

  test.each(['identity', 'Identity', ''])('with the Content-Encoding %j is accepted', async (encoding) => {
    expect((await send(JSON.stringify(smallCart), { 'content-encoding': encoding })).status).toBe(201);
  });

  const mark = '\ufeff';
  test('may begin with a byte order mark, signed or not, and its contact counts', async () => {
    const body = mark + JSON.stringify({ ...smallCart, customer: { email: 'ana@cliente.example' } });
    expect((await send(body)).status).toBe(201);
    const t = Math.floor(service.context.clock() / 1000);
    const v1 = createHmac('sha256', service.secretKey).update(`${t}.${body}`).digest('hex');
    const signed = await send(body, { 'x-cart-signature': `t=${t},v1=${v1}` });
    expect([signed.status, await signed.text()]).toEqual([201, expect.stringContaining('checkoutUrl')]);
    const { rows } = await service.context.db.query(
      `select count(*)::int as count from checkouts where request::json->'customer'->>'email' = 'ana@cliente.example'`,
    );
    expect(rows).toEqual([{ count: 2 }]);
    const event = { id: 'e-1', type: 'lead.created', occurred_at: new Date(service.context.clock()).toISOString() };
    const data = { lead: { email: 'ana@cliente.example' } };
    const reported = await send(
      mark + JSON.stringify({ ...event, data }),
      { 'x-api-key': service.secretKey },
      '/stores/external/events',
    );
    expect(reported.status).toBe(202);
    expect((await send(mark + mark + JSON.stringify(smallCart))).status).toBe(400);
  });
});

describe('[CHK8] an address of the API', () => {
  test.each([path, '/api/stores/external/checkout'])('%s may end with a slash', async (address) => {
    const made = await send(JSON.stringify(smallCart), {}, `${address}/`);
    expect(made.status).toBe(201);
    const { checkoutId } = (await made.json()) as { checkoutId: string };
    const secret = { 'x-api-key': service.secretKey };
    expect((await send(null, secret, `${address}/${checkoutId}/`, 'GET')).status).toBe(200);
    const refused = await send(null, {}, `${address}/`, 'PUT');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('HEAD is GET without the body, and 405 where there is no GET', async () => {
    const { checkoutId } = (await (await send(JSON.stringify(smallCart))).json()) as { checkoutId: string };
    const secret = { 'x-api-key': service.secretKey };
    const read = await send(null, secret, `${path}/${checkoutId}`, 'HEAD');
    expect([read.status, await read.text(), read.headers.get('cache-control')]).toEqual([200, '', 'no-store']);
    expect((await send(null, {}, `${path}/${checkoutId}`, 'HEAD')).status).toBe(403);
    const refused = await send(null, {}, path, 'HEAD');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('a browser may send x-request-id', async () => {
    const preflight = await fetch(service.baseUrl + path, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-request-id');
  });
});

test('[COM7a] an address that is not used is named in warnings', async () => {
  const { db } = service.context;
  await changeStore(db, service.storeId, { url: 'https://loja.example' }, unaudited);
  service.context.directory.forget(service.storeId);
  const redirect = { successUrl: 'https://outra.example/obrigado', cancelUrl: 'https://www.loja.example/carrinho' };
  const warningsOf = async (more: object): Promise<unknown> => {
    const answer = (await (await send(JSON.stringify({ ...smallCart, ...more }))).json()) as { warnings?: object[] };
    return answer.warnings;
  };
  expect(await warningsOf({ redirect })).toEqual([
    { code: 'REDIRECT_NOT_USED', path: 'redirect.successUrl', message: expect.stringContaining('sign the cart') },
  ]);
  expect(await warningsOf({ redirect: { ...redirect, successUrl: null } })).toBeUndefined();
  const both = await warningsOf({ redirect, cart: { ...smallCart.cart, totalPrice: 1 } });
  expect((both as { code: string }[]).map(({ code }) => code)).toEqual(['TOTAL_MISMATCH', 'REDIRECT_NOT_USED']);
});

test('[CHK4] a member of another type than its only accepted value is one violation', async () => {
  const answer = await send(JSON.stringify({ cart: { ...smallCart.cart, currency: 5 } }));
  const { error } = (await answer.json()) as Answer;
  expect([answer.status, error.details.issues]).toMatchObject([400, [{ code: 'invalid_value' }]]);
  expect(error.message).toBe('cart.currency must be BRL, got 5');
});
