import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../server/src/testing/test-service.ts';
import { runCli, type Ran } from './testing/run-cli.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Runs a `webhook` command on the store, in the name of its service. */
const retoma = (...args: string[]): Promise<Ran> =>
  runCli(['webhook', ...args, '--store', service.storeId], {
    DATABASE_URL: service.databaseUrl,
    RETOMA_SECRET: 'a secret for tests of thirty-two characters',
  });
async function webhook<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await retoma(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}
type Shown = { webhook: { webhookId: string; url: string; types: string[] | null; enabled: boolean }; secret: string };

test('[WHK7] a webhook is created, changed, rotated, listed and deleted, with entries in the audit log', async () => {
  const made = await webhook<Shown>('create', '--url', 'https://erp.loja.example/retoma', '--events', 'order.created');
  expect(made).toMatchObject({ webhook: { types: ['order.created'], enabled: true } });
  expect(made.secret).toMatch(/^whsec_/);
  const { webhookId } = made.webhook;
  const changed = await webhook<Shown>('update', webhookId, '--events', 'all', '--enabled', 'false');
  expect(changed.webhook).toMatchObject({ types: null, enabled: false, url: 'https://erp.loja.example/retoma' });
  const rotated = await webhook<Shown>('rotate', webhookId);
  expect(rotated.secret).not.toBe(made.secret);
  expect(await webhook('list')).toMatchObject({ webhooks: [{ webhookId, enabled: false }] });
  await webhook('delete', webhookId);
  expect(await webhook('list')).toEqual({ webhooks: [] });
  const { rows } = await service.context.db.query<{ action: string }>(
    `select action from audit_log where store_id = $1 and action like 'webhook%' and user_id is null order by activity_id`,
    [service.storeId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'webhook_created',
    'webhook_changed',
    'webhook_secret_rotated',
    'webhook_deleted',
  ]);
});

test('[WHK9] a test is listed and shown with its body, and what was missed is sent again', async () => {
  const { webhookId } = (await webhook<Shown>('create', '--url', 'https://erp.loja.example/retoma')).webhook;
  const { messageId } = await webhook<{ messageId: string }>('test', webhookId, '--event', 'payment.confirmed');
  expect(await webhook('messages', webhookId)).toMatchObject({ messages: [{ messageId, state: 'pending' }] });
  expect(await webhook('messages', webhookId, '--order', '1042')).toEqual({ messages: [] });
  const { message } = await webhook<{ message: { body: string } }>('messages', webhookId, messageId);
  expect(JSON.parse(message.body)).toMatchObject({ type: 'payment.confirmed', test: true });
  const pending = await retoma('replay', webhookId, messageId);
  expect(pending).toMatchObject({ code: 1 });
  expect(pending.stdout + pending.stderr).toContain('fila');
  await service.asOwner(`update webhook_messages set state = 'failed', next_attempt_at = null, settled_at = now()`);
  expect(await webhook('replay', webhookId, '--since', '2020-01-01T00:00:00Z')).toEqual({ replayed: 1 });
});

test('[WHK7] wrong input is refused with a reason', async () => {
  const refusals = [
    ['create', '--url', 'https://127.0.0.1/x'],
    ['rotate', '01a20b00-1111-7222-8333-444455556666'],
  ];
  for (const args of refusals) expect((await retoma(...args)).code).toBe(1);
  const misuses = [
    ['create'],
    ['create', '--url', 'https://erp.loja.example', '--events', 'order.eaten'],
    ['update', '01a20b00-1111-7222-8333-444455556666'],
    ['replay', '01a20b00-1111-7222-8333-444455556666'],
    ['replay', '01a20b00-1111-7222-8333-444455556666', '--since', 'ontem'],
    ['messages', '01a20b00-1111-7222-8333-444455556666', 'msg_1'],
  ];
  for (const args of misuses) expect((await retoma(...args)).code).toBe(2);
});
