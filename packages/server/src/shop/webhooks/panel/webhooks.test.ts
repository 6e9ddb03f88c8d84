import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

let service: TestService;
let owner: PanelBrowser;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '0' });
  await newUser(service, 'dona@loja.example', 'owner');
  owner = new PanelBrowser(service);
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
});
afterAll(() => service.stop());

const at = (path = ''): string => `/stores/${service.storeId}/webhooks${path}`;
const decided = { url: 'https://erp.loja.example/retoma', description: 'ERP', types: null, thin: false };

async function create(change: Partial<typeof decided> = {}): Promise<{ webhookId: string; secret: string }> {
  const { status, body } = await owner.post(at(), { ...decided, ...change });
  expect(status).toBe(200);
  return body as { webhookId: string; secret: string };
}
type Listed = { webhookId: string; enabled: boolean; types: string[] | null; previousSecretEndsAt: string | null };
const find = async (webhookId: string): Promise<Listed | undefined> =>
  ((await owner.get(at())).body['webhooks'] as Listed[]).find((one) => one.webhookId === webhookId);

test('[WHK7] an owner creates, changes and deletes a webhook; its address must be public and https', async () => {
  const { webhookId, secret } = await create();
  expect(secret).toMatch(/^whsec_/);
  const listed = await owner.get(at());
  expect(JSON.stringify(listed.body)).not.toContain(secret);
  expect(listed.body).toMatchObject({ most: 10, webhooks: [{ webhookId, ...decided, enabled: true, missed: 0 }] });
  expect((listed.body['events'] as { type: string }[]).map(({ type }) => type)).toContain('payment.confirmed');
  for (const url of ['http://erp.loja.example/', 'https://127.0.0.1/', 'https://a:b@erp.loja.example/', 'erp']) {
    expect(await owner.code(owner.post(at(), { ...decided, url }))).toBe('WRONG_WEBHOOK_URL');
    expect(await owner.code(owner.post(at(`/${webhookId}`), { url }))).toBe('WRONG_WEBHOOK_URL');
  }
  expect((await owner.post(at(`/${webhookId}`), { types: ['payment.confirmed'] })).status).toBe(200);
  expect(await find(webhookId)).toMatchObject({ types: ['payment.confirmed'], enabled: true });
  expect((await owner.post(at(`/${webhookId}`), { enabled: false })).status).toBe(200);
  expect(await find(webhookId)).toMatchObject({ enabled: false, types: ['payment.confirmed'] });
  expect((await owner.send('DELETE', at(`/${webhookId}`), {})).status).toBe(200);
  expect(await find(webhookId)).toBeUndefined();
  expect(await owner.code(owner.post(at(`/${webhookId}`), { enabled: true }))).toBe('NOT_FOUND');
});

test('[WHK7] a store has at most 10 webhooks', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => create()));
  expect(await owner.code(owner.post(at(), decided))).toBe('TOO_MANY_WEBHOOKS');
  for (const { webhookId } of made) await owner.send('DELETE', at(`/${webhookId}`), {});
});

test('[WHK8] a rotated secret is shown once, and the one before is valid for a day', async () => {
  const { webhookId, secret } = await create();
  const { body } = await owner.post(at(`/${webhookId}/rotate`), {});
  expect(body['secret']).toMatch(/^whsec_/);
  expect(body['secret']).not.toBe(secret);
  expect((await find(webhookId))!.previousSecretEndsAt).toBe(body['previousSecretEndsAt']);
});

test('[WHK9] a test is in the log, its content is shown on request with an entry in the audit log, and it is sent again', async () => {
  const { webhookId } = await create();
  const { body: sent } = await owner.post(at(`/${webhookId}/test`), { type: 'payment.confirmed' });
  const messageId = sent['messageId'] as string;
  const one = at(`/${webhookId}/messages/${messageId}`);
  const listed = await owner.get(at(`/${webhookId}/messages?state=pending`));
  expect(listed.body['messages']).toMatchObject([{ messageId, type: 'payment.confirmed', attempts: 0 }]);
  expect((await owner.get(at(`/${webhookId}/messages?type=ping`))).body['messages']).toEqual([]);
  const read = await owner.get(one);
  expect(read.body).toMatchObject({ message: { headerId: `msg_${messageId.replaceAll('-', '')}` }, attempts: [] });
  expect(JSON.stringify(read.body)).not.toContain('maria@cliente.example');
  const before = await service.count('audit_log');
  const { body } = await owner.post(`${one}/body`, {});
  expect(JSON.parse(body['body'] as string)).toMatchObject({ test: true, type: 'payment.confirmed' });
  expect(await service.count('audit_log')).toBe(before + 1);
  expect(await owner.code(owner.post(`${one}/replay`, {}))).toBe('MESSAGE_PENDING');
  await service.asOwner(
    `update webhook_messages set state = 'failed', next_attempt_at = null, settled_at = now() where message_id = '${messageId}'`,
  );
  expect((await owner.post(`${one}/replay`, {})).status).toBe(200);
  expect((await owner.get(one)).body).toMatchObject({ message: { state: 'pending' } });
});

test('[WHK9] the log is filtered by the number of an order, in the header for searches', async () => {
  const { webhookId } = await create();
  const event = {
    id: 'evt_7001',
    type: 'pix.generated',
    occurred_at: new Date(service.context.clock()).toISOString(),
    data: {
      order: { id: '7001', number: '7001', status: 'waiting', payment_method: 'pix', total: 18990 },
      payment: { pix: { payload: '00020126…6304ABCD', expires_at: '2030-03-13T17:05:00Z' } },
      customer: { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321' },
    },
  };
  const answer = await fetch(`${service.baseUrl}/stores/external/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': service.secretKey },
    body: JSON.stringify(event),
  });
  expect(answer.status).toBe(202);
  await owner.post(at(`/${webhookId}/test`), { type: 'ping' });
  const found = async (search: string): Promise<string[]> =>
    (
      (await owner.get(at(`/${webhookId}/messages?search=${encodeURIComponent(search)}`))).body['messages'] as {
        type: string;
      }[]
    )
      .map(({ type }) => type)
      .toSorted();
  expect(await found('7001')).toEqual(['order.created', 'pix.generated']);
  expect(await found('#7001')).toEqual(['order.created', 'pix.generated']);
  expect(await found('7002')).toEqual([]);
});

test('[WHK9] what was missed is sent again since an instant', async () => {
  const { webhookId } = await create();
  for (const type of ['ping', 'order.created']) await owner.post(at(`/${webhookId}/test`), { type });
  await service.asOwner(
    `update webhook_messages set state = 'failed', next_attempt_at = null, settled_at = now() where endpoint_id = '${webhookId}'`,
  );
  const replay = (since: string) => owner.post(at(`/${webhookId}/replay`), { since });
  expect((await replay('2999-01-01T00:00:00Z')).body['count']).toBe(0);
  expect((await replay('2020-01-01T00:00:00Z')).body['count']).toBe(2);
  await owner.post(at(`/${webhookId}`), { enabled: false });
  expect(await owner.code(replay('2020-01-01T00:00:00Z'))).toBe('WEBHOOK_DISABLED');
});
