import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { createHmac, randomUUID } from 'node:crypto';
import { buildBrCode, errorCodes, eventLimits, eventTypes, type ErrorCode, type EventType } from '@retoma/commerce';
import { triggers } from '@retoma/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeDelete } from '../../stores/queries/stores.ts';
import { changeStore, createKey, createStore, revokeKey } from '../../stores/manage-stores.ts';
import { webhookSecret } from '../../stores/webhook-secret.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { retryAfterS, type ErrorBody } from '../../http/errors.ts';

const built = buildBrCode({
  kind: 'static',
  name: 'Loja Aurora',
  city: 'Sao Paulo',
  once: true,
  key: 'ana@loja.example',
  amount: 9980,
});
const samplePixCode = built.ok ? built.text : '';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000' });
});
afterAll(() => service.stop());

const event = (type: EventType = 'lead.created', data: object = {}): Record<string, unknown> => ({
  id: `evt_${randomUUID()}`,
  type,
  occurred_at: '2026-03-12T17:05:00Z',
  data: { customer: { email: 'maria@cliente.example' }, ...data },
});

const send = (body: unknown, headers: Record<string, string> = {}, path = '/stores/external/events') =>
  fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': service.secretKey, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });

/** Sends as a client does: if no connection to the database was free in time, it repeats the request. */
async function sendUntilAnswered(body: unknown): Promise<Response> {
  for (;;) {
    const answer = await send(body);
    if (answer.status !== 500) return answer;
    expect(answer.headers.get('retry-after')).toBe(String(retryAfterS));
  }
}

/** Asserts the documented error body and returns its issues as `path code`. */
async function refused(answer: Response, status: number, code: ErrorCode): Promise<string[]> {
  const body = (await answer.json()) as ErrorBody;
  expect({ status: answer.status, success: body.success, code: body.error.code }).toEqual({
    status,
    success: false,
    code,
  });
  return (body.error.details?.issues ?? []).map((issue) => `${issue.path} ${issue.code}`);
}

describe('POST /stores/external/events', () => {
  test.each(['/stores/external/events', '/api/stores/external/events'])(
    '[COM6] %s: 202 for a new event, 200 for a repeat',
    async (path) => {
      const body = event();
      const first = await send(body, {}, path);
      expect([first.status, first.headers.get('content-type')]).toEqual([202, 'application/json; charset=utf-8']);
      const accepted = (await first.json()) as { eventId: string };
      expect(accepted).toEqual({ success: true, eventId: expect.any(String) as string, duplicate: false });
      const again = await send(body, {}, path);
      expect([again.status, await again.json()]).toEqual([200, { ...accepted, duplicate: true }]);
      const { rows } = await service.context.db.query(
        'select store_id, external_id, data from events where event_id = $1',
        [accepted.eventId],
      );
      expect(rows).toEqual([{ store_id: service.storeId, external_id: body['id'], data: body['data'] }]);
    },
  );

  test('[COM6] the composed and the decomposed form of an order’s id are one order', async () => {
    const id = 'AcessórioSão-1/2026 #7 100%';
    const pix = { payload: 'code' };
    await send(event('pix.generated', { order: { id: id.normalize('NFC') }, payment: { pix } }));
    await send(event('payment.confirmed', { order: { id: id.normalize('NFD') } }));
    const { rows } = await service.context.db.query(
      'select external_id, status, (select count(*)::int from events e where e.order_id = o.order_id) as events from orders o where external_id like $1',
      ['Acess%'],
    );
    expect(rows).toEqual([{ external_id: id.normalize('NFC'), status: 'paid', events: 2 }]);
    await service.context.db.query('update orders set external_id = $1 where external_id = $2', [
      id.normalize('NFD'),
      id.normalize('NFC'),
    ]);
    await send(event('payment.failed', { order: { id: id.normalize('NFD') } }));
    const again = await service.context.db.query('select external_id from orders where external_id like $1', [
      'Acess%',
    ]);
    expect(again.rows).toEqual([{ external_id: id.normalize('NFC') }]);
  });

  test('[COM6] contacts, instants and the PIX code are stored as they were meant; a code that no bank reads is a warning', async () => {
    const payload = samplePixCode;
    const pix = (code: string) => ({
      ...event('pix.generated', {
        order: { id: randomUUID() },
        customer: { email: 'maria@gmail.com;', phone: '0 15 11 98765-4321' },
        payment: { pix: { payload: code, expires_at: '2026-03-12t18:05:00-0300' } },
      }),
      occurred_at: '2026-03-12T17:05:00-03',
    });
    for (const code of [`${payload}\n`, ` ${payload}`, `${payload.slice(0, 40)}\r\n${payload.slice(40)}`]) {
      const answer = (await (await send(pix(code))).json()) as { eventId: string };
      expect(answer).not.toHaveProperty('warnings');
      const { rows } = await service.context.db.query<{ data: object; at: Date }>(
        'select data, occurred_at as at from events where event_id = $1',
        [answer.eventId],
      );
      expect(rows[0]).toMatchObject({
        at: new Date('2026-03-12T20:05:00Z'),
        data: {
          customer: { email: 'maria@gmail.com', phone: '+5511987654321' },
          payment: { pix: { payload, expires_at: '2026-03-12T18:05:00-03:00' } },
        },
      });
    }
    expect(await (await send(pix('PIX-123'))).json()).toMatchObject({
      success: true,
      warnings: [{ code: 'PIX_CODE_UNREADABLE', path: 'data.payment.pix.payload' }],
    });
  });

  test('[COM6] 100 concurrent posts of one event create one: one 202, then 200', async () => {
    const body = event('payment.confirmed', { order: { id: randomUUID() } });
    const answers = await Promise.all(Array.from({ length: 100 }, () => sendUntilAnswered(body)));
    const accepted = await Promise.all(answers.map((answer) => answer.json() as Promise<{ eventId: string }>));
    expect(answers.map(({ status }) => status).toSorted((one, other) => other - one)).toEqual([
      202,
      ...Array<number>(99).fill(200),
    ]);
    expect(new Set(accepted.map(({ eventId }) => eventId)).size).toBe(1);
  });

  test('[COM6] the accepted events are those that start automations', () => expect(eventTypes).toEqual(triggers));

  test('[COM6] the key determines the store, not the body or the address', async () => {
    const { storeId } = await createStore(service.context.db, 'Outra');
    const answer = await send(
      { ...event(), storeId, store_id: storeId },
      {},
      `/stores/external/events?store=${storeId}`,
    );
    const { eventId } = (await answer.json()) as { eventId: string };
    const { rows } = await service.context.db.query('select store_id from events where event_id = $1', [eventId]);
    expect(rows).toEqual([{ store_id: service.storeId }]);
  });

  test('[COM6] unknown members are stored unchanged, including hostile ones', async () => {
    const text = `{"id":"${randomUUID()}","type":"lead.created","occurred_at":"2026-03-12T17:05:00Z","data":{"lead":{"email":"a@b.example"},"__proto__":{"a":1},"x":"\\u0000 \\ud800","y":[1,{"z":null}]}}`;
    const { eventId } = (await (await send(text)).json()) as { eventId: string };
    const { rows } = await service.context.db.query('select data::text from events where event_id = $1', [eventId]);
    expect((rows[0] as { data: string }).data).toBe(JSON.stringify((JSON.parse(text) as { data: object }).data));
  });
});

test('[CHK2] maximal nesting is stored with the event and its order', async () => {
  const deep = (depth: number): string =>
    `{"id":"${randomUUID()}","type":"payment.failed","occurred_at":"2026-03-12T17:05:00Z","data":{"order":{"id":"d"},"customer":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}}`;
  expect((await send(deep(2_497))).status).toBe(202);
  expect(await refused(await send(deep(2_498)), 400, 'INVALID_PAYLOAD')).toEqual([' too_deep']);
});

describe('refusals', () => {
  const garbage = '{"id":';

  test('[CHK1] the key comes before the body: absent, forged, wrong kind, revoked, deleted store, inactive store', async () => {
    await refused(await send(garbage, { 'x-api-key': '' }), 401, 'MISSING_API_KEY');
    await refused(await send(garbage, { 'x-api-key': 'nonsense' }), 401, 'INVALID_API_KEY');
    await refused(await send(garbage, { 'x-api-key': service.checkoutKey }), 403, 'WRONG_KEY_KIND');
    const { db, keys, directory } = service.context;
    const { storeId } = await createStore(db, 'Outra');
    const { key, keyId } = (await createKey(db, keys, storeId, 'secret', unaudited))!;
    await changeStore(db, storeId, { active: false }, unaudited);
    await refused(await send(garbage, { 'x-api-key': key }), 403, 'STORE_INACTIVE');
    await revokeKey(db, keyId, unaudited);
    directory.forget();
    await refused(await send(garbage, { 'x-api-key': key }), 401, 'INVALID_API_KEY');
    await storeDelete(db, storeId);
    directory.forget();
    await refused(await send(garbage, { 'x-api-key': key }), 404, 'STORE_NOT_FOUND');
  });

  test('[CHK2] another content type is 415, invalid JSON is 400, more than 256 KB is 413', async () => {
    const invalid = async (answer: Response, status: number) => refused(answer, status, 'INVALID_PAYLOAD');
    expect(await invalid(await send('x', { 'content-type': 'text/plain' }), 415)).toEqual([' unsupported_media_type']);
    expect(await invalid(await send('{}', { 'content-encoding': 'gzip' }), 415)).toEqual([
      ' unsupported_content_encoding',
    ]);
    expect(await invalid(await send(garbage), 400)).toEqual([' invalid_json']);
    expect(await invalid(await send(''), 400)).toEqual([' invalid_json']);
    expect(await invalid(await send('['.repeat(100_000)), 400)).toEqual([' too_deep']);
    const full = JSON.stringify(event('lead.created', { pad: '' }));
    const padded = (bytes: number): string => full.replace('"pad":""', `"pad":"${'x'.repeat(bytes - full.length)}"`);
    expect((await send(padded(eventLimits.bodyBytes))).status).toBe(202);
    const answer = await send(padded(eventLimits.bodyBytes + 1));
    expect(await answer.clone().text()).toContain(`at most ${eventLimits.bodyBytes} bytes`);
    expect(await invalid(answer, 413)).toEqual([' body_too_large']);
  });

  test('[CHK4] all violations are reported together, and nothing is stored', async () => {
    const before = await service.count('events');
    const body = { ...event('pix.generated', { order: { id: '', total: 1.5 } }), occurred_at: 'ontem' };
    expect((await refused(await send(body), 400, 'INVALID_PAYLOAD')).toSorted()).toEqual([
      'data required_one_of',
      'data.order.id blank',
      'data.order.total wrong_type',
      'occurred_at invalid_instant',
    ]);
    expect(await service.count('events')).toBe(before);
  });

  test('[CHK9] the rate limit of a key, and 405 for another method', async () => {
    const limited = await startTestService({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' });
    const now = Date.now();
    limited.context.clock = () => now;
    const url = `${limited.baseUrl}/stores/external/events`;
    const headers = { 'content-type': 'application/json', 'x-api-key': limited.secretKey };
    expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(event()) })).status).toBe(202);
    await refused(await fetch(url, { method: 'POST', headers, body: garbage }), 429, 'RATE_LIMITED');
    await refused(await fetch(url, { method: 'GET', headers }), 405, 'METHOD_NOT_ALLOWED');
    await limited.stop();
  });

  test('[CHK26] if no connection to the database becomes free, a refusal with Retry-After, and the repeat is accepted', async () => {
    const { db } = service.context;
    const clients = await Promise.all(Array.from({ length: db.options.max }, () => db.connect()));
    const body = event();
    // None becomes free while all are held, so a short wait shows the same as the half minute of tests.
    const { connectionTimeoutMillis } = db.options;
    db.options.connectionTimeoutMillis = 100;
    const answer = await send(body).finally(() => {
      db.options.connectionTimeoutMillis = connectionTimeoutMillis;
      clients.forEach((client) => client.release());
    });
    expect(answer.headers.get('retry-after')).toBe(String(retryAfterS));
    await refused(answer, 500, 'INTERNAL_ERROR');
    expect((await sendUntilAnswered(body)).status).toBe(202);
  });

  test('[CHK9] an unreachable database: 500, without SQL', async () => {
    const lost = await startTestService();
    const headers = { 'content-type': 'application/json', 'x-api-key': lost.secretKey };
    const post = () =>
      fetch(`${lost.baseUrl}/stores/external/events`, { method: 'POST', headers, body: JSON.stringify(event()) });
    expect((await post()).status).toBe(202);
    await lost.context.db.end();
    const answer = await post();
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { success: false, error: { code: 'INTERNAL_ERROR', message: errorCodes.INTERNAL_ERROR.en } },
    ]);
    await lost.app.close();
  });
});

describe('[COM6] signed as in Standard Webhooks', () => {
  type Signing = { storeId?: string; at?: number; id?: string; secret?: string; signature?: (right: string) => string };

  /** Signs like any library of the standard, with the secret that the store was shown. */
  function signed(body: string, signing: Signing = {}): Promise<Response> {
    const { storeId = service.storeId, id = 'msg_1', signature = (right) => right } = signing;
    const secret = signing.secret ?? webhookSecret(service.context.webhookKeyOf(storeId));
    const timestamp = String(Math.floor((signing.at ?? service.context.clock()) / 1000));
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const right = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    return fetch(`${service.baseUrl}/stores/external/events?store=${storeId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature(right),
      },
      body,
    });
  }

  test('a valid signature is accepted, also among others, and a repeat is a duplicate', async () => {
    const body = JSON.stringify(event());
    expect((await signed(body)).status).toBe(202);
    const wrong = `v1,${Buffer.alloc(32).toString('base64')}`;
    const again = await signed(body, { signature: (right) => `v2,x ${wrong} ${right}` });
    expect([again.status, await again.json()]).toMatchObject([200, { duplicate: true }]);
    expect((await signed(JSON.stringify(event()), { storeId: service.storeId.toUpperCase() })).status).toBe(202);
  });

  test('a wrong, truncated, foreign or missing signature is 401, before the body is parsed', async () => {
    const { storeId } = await createStore(service.context.db, 'Outra');
    const foreign = webhookSecret(service.context.webhookKeyOf(storeId));
    const cases: Signing[] = [
      { secret: foreign },
      { signature: (right) => right.slice(0, -4) },
      { signature: (right) => right.slice(3) },
      { signature: () => 'v1,' },
      { storeId: 'nobody' },
    ];
    for (const signing of cases) await refused(await signed('{"id":', signing), 401, 'INVALID_SIGNATURE');
    const headers = { 'content-type': 'application/json', 'webhook-signature': 'v1,x' };
    const unauthenticated = await fetch(`${service.baseUrl}/stores/external/events`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    await refused(unauthenticated, 401, 'INVALID_SIGNATURE');
    expect(await refused(await signed('{"id":'), 400, 'INVALID_PAYLOAD')).toEqual([' invalid_json']);
  });

  test('a timestamp more than 5 minutes in the past or future is 401', async () => {
    const now = service.context.clock();
    for (const minutes of [-4, 4]) {
      expect((await signed(JSON.stringify(event()), { at: now + minutes * 60_000 })).status).toBe(202);
    }
    for (const minutes of [-6, 6]) {
      const answer = await signed(JSON.stringify(event()), { at: now + minutes * 60_000 });
      await refused(answer, 401, 'INVALID_SIGNATURE');
    }
  });

  test('[CHK1] an unknown store is 404, an inactive one 403, and only for a caller with its signature', async () => {
    const { db } = service.context;
    await refused(await signed('{', { storeId: randomUUID() }), 404, 'STORE_NOT_FOUND');
    const { storeId } = await createStore(db, 'Pausada');
    await changeStore(db, storeId, { active: false }, unaudited);
    await refused(await signed('{', { storeId }), 403, 'STORE_INACTIVE');
    await refused(await signed('{', { storeId, secret: 'whsec_AAAA' }), 401, 'INVALID_SIGNATURE');
  });
});
