import { afterAll, beforeAll, expect, test } from 'vitest';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { createKey, createStore } from '../../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '0' });
});
afterAll(() => service.stop());

type Answered = { status: number; body: Record<string, unknown> };
async function call(
  method: string,
  path = '',
  {
    body,
    key = service.secretKey,
    headers = {},
  }: { body?: object; key?: string; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const answer = await fetch(`${service.baseUrl}/stores/external/webhooks${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const codeOf = ({ body }: Answered): unknown => (body['error'] as { code?: string } | undefined)?.code;
const url = 'https://erp.loja.example/retoma';

async function create(): Promise<string> {
  const { status, body } = await call('POST', '', { body: { url } });
  expect(status).toBe(201);
  return (body['webhook'] as { webhookId: string }).webhookId;
}

test('[WHK7] a secret key creates, lists, updates, rotates and deletes a webhook, with the entries of the panel', async () => {
  const made = await call('POST', '', { body: { url, types: ['order.created'] } });
  expect(made).toMatchObject({ status: 201, body: { webhook: { url, types: ['order.created'], enabled: true } } });
  expect(made.body['secret']).toMatch(/^whsec_/);
  const { webhookId } = made.body['webhook'] as { webhookId: string };
  const listed = await call('GET');
  expect(listed.body['data']).toMatchObject([{ webhookId }]);
  expect(JSON.stringify(listed.body)).not.toContain('whsec_');
  const changed = await call('POST', `/${webhookId}`, { body: { types: null, enabled: false, description: 'ERP' } });
  expect(changed.body['webhook']).toMatchObject({ types: null, enabled: false, reason: 'owner', description: 'ERP' });
  const rotated = await call('POST', `/${webhookId}/rotate`);
  expect(rotated.body['secret']).not.toBe(made.body['secret']);
  expect(await call('GET', `/${webhookId}`)).toMatchObject({ status: 200, body: { webhook: { webhookId } } });
  expect(await call('DELETE', `/${webhookId}`)).toMatchObject({ status: 200, body: { success: true } });
  expect(codeOf(await call('GET', `/${webhookId}`))).toBe('WEBHOOK_NOT_FOUND');
  const { rows } = await service.context.db.query<{ action: string }>(
    `select action from audit_log where store_id = $1 and key_id is not null order by activity_id`,
    [service.storeId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'webhook_created',
    'webhook_changed',
    'webhook_secret_rotated',
    'webhook_deleted',
  ]);
});

test('[WHK7] a repeated creation with its Idempotency-Key makes one webhook; wrong requests are refused', async () => {
  const headers = { 'idempotency-key': 'one-webhook' };
  const [first, second] = [
    await call('POST', '', { body: { url }, headers }),
    await call('POST', '', { body: { url }, headers }),
  ];
  expect(second).toEqual(first);
  expect(codeOf(await call('POST', '', { body: { url: 'http://erp.loja.example' } }))).toBe('WRONG_WEBHOOK_URL');
  for (const body of [{}, { url, types: [] }, { url, types: ['order.eaten'] }, { url, secret: 'mine' }])
    expect(codeOf(await call('POST', '', { body }))).toBe('INVALID_PAYLOAD');
  const { webhookId } = first.body['webhook'] as { webhookId: string };
  await call('DELETE', `/${webhookId}`);
});

test('[WHK9] a test is listed and read with its body and under its header’s id; what was missed is sent again', async () => {
  const webhookId = await create();
  const sent = await call('POST', `/${webhookId}/test`, { body: { type: 'payment.confirmed' } });
  const { messageId } = sent.body as { messageId: string };
  expect(sent.status).toBe(202);
  expect(messageId).toMatch(/^msg_[0-9a-f]{32}$/);
  await call('POST', `/${webhookId}/test`, { body: {} });
  const page = await call('GET', `/${webhookId}/messages?limit=1`);
  expect(page.body).toMatchObject({ data: [{ type: 'ping' }], hasMore: true });
  const next = await call('GET', `/${webhookId}/messages?limit=1&cursor=${String(page.body['nextCursor'])}`);
  expect(next.body).toMatchObject({ data: [{ messageId, state: 'pending' }], hasMore: false, nextCursor: null });
  expect((await call('GET', `/${webhookId}/messages?order=1042`)).body['data']).toEqual([]);
  expect(codeOf(await call('GET', `/${webhookId}/messages?state=eaten`))).toBe('INVALID_PAYLOAD');
  const read = await call('GET', `/${webhookId}/messages/${messageId}`);
  const { body } = read.body['message'] as { body: string };
  expect(JSON.parse(body)).toMatchObject({ type: 'payment.confirmed', test: true });
  expect(codeOf(await call('POST', `/${webhookId}/messages/${messageId}/replay`))).toBe('MESSAGE_PENDING');
  expect(codeOf(await call('GET', `/${webhookId}/messages/msg_1`))).toBe('MESSAGE_NOT_FOUND');
  await service.asOwner(`update webhook_messages set state = 'failed', next_attempt_at = null, settled_at = now()`);
  expect((await call('POST', `/${webhookId}/messages/${messageId}/replay`)).status).toBe(202);
  const replayed = await call('POST', `/${webhookId}/replay`, { body: { since: '2020-01-01T00:00:00Z' } });
  expect(replayed).toMatchObject({ status: 202, body: { replayed: 1 } });
});

test('[API1] a key without the scope, and a key of another store, see and change nothing', async () => {
  const { db, keys } = service.context;
  const webhookId = await create();
  const other = (await createStore(db, 'Outra')).storeId;
  const theirs = (await createKey(db, keys, other, 'secret', unaudited))!.key;
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['GET', '/messages'],
  ] as const) {
    const body = method === 'POST' ? { body: path === '' ? { enabled: false } : {} } : {};
    expect(codeOf(await call(method, `/${webhookId}${path}`, { key: theirs, ...body }))).toBe('WEBHOOK_NOT_FOUND');
  }
  expect((await call('GET', '', { key: theirs })).body['data']).toEqual([]);
  expect((await call('GET', `/${webhookId}`)).body['webhook']).toMatchObject({ enabled: true });
  const reading = (await createKey(db, keys, service.storeId, 'secret', unaudited, ['webhooks:read']))!.key;
  service.context.directory.forget(service.storeId);
  expect((await call('GET', `/${webhookId}`, { key: reading })).status).toBe(200);
  expect(codeOf(await call('DELETE', `/${webhookId}`, { key: reading }))).toBe('MISSING_SCOPE');
});

test('[WHK7] a description is stored without NUL, and an address with it is refused', async () => {
  const made = await call('POST', '', { body: { url, description: 'ERP\0' } });
  const { webhookId } = made.body['webhook'] as { webhookId: string };
  expect(made.body['webhook']).toMatchObject({ description: 'ERP\ufffd' });
  const changed = await call('POST', `/${webhookId}`, { body: { description: '\0' } });
  expect(changed.body['webhook']).toMatchObject({ description: '\ufffd' });
  expect(codeOf(await call('POST', `/${webhookId}`, { body: { url: `${url}/\0` } }))).toBe('WRONG_WEBHOOK_URL');
  expect((await call('DELETE', `/${webhookId}`)).status).toBe(200);
});
