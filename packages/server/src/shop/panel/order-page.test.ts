import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyOnPage, zelia } from '../../privacy/testing/full-purchase.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';

type Row = Record<string, unknown>;

let service: TestService;
const people: Record<string, PanelBrowser> = {};
beforeAll(async () => {
  service = await startTestService();
  for (const role of ['owner', 'support', 'reader'] as const) {
    await newUser(service, `${role}@loja.example`, role);
    people[role] = new PanelBrowser(service);
    await people[role].post('/sign-in', { email: `${role}@loja.example`, password });
  }
});
afterAll(() => service.stop());

const at = (path: string): string => `/stores/${service.storeId}${path}`;
const orderOf = async (checkoutId: string): Promise<string> => {
  const { body } = await people['owner']!.get(at(`/checkouts/${checkoutId}`));
  return (body['checkout'] as Row)['orderId'] as string;
};
const seen = async (orderId: string, role: string): Promise<Row> =>
  (await people[role]!.get(at(`/orders/${orderId}`))).body['order'] as Row;

test('[AUT5] contacts are masked by role, and one is shown on request, which is audited', async () => {
  const orderId = await orderOf(await buyOnPage(service, zelia));
  expect(await seen(orderId, 'owner')).toMatchObject({ person: { email: zelia.email }, hidden: ['document'] });
  expect(await seen(orderId, 'support')).toMatchObject({
    person: { name: zelia.name, email: 'ze•••@cliente.example' },
    document: expect.stringContaining('•••') as string,
    hidden: ['phone', 'email', 'document'],
  });
  expect(await seen(orderId, 'reader')).toMatchObject({
    person: { email: 'ze•••@cliente.example' },
    hidden: [],
    address: [],
  });
  expect(JSON.stringify([await seen(orderId, 'support'), await seen(orderId, 'reader')])).not.toContain(zelia.email);
  const show = (memberRole: string) => people[memberRole]!.post(at(`/orders/${orderId}/contact`), { field: 'email' });
  expect((await show('support')).body).toMatchObject({ value: zelia.email });
  expect(await people['reader']!.code(show('reader'))).toBe('NOT_ALLOWED');
  const text = `select detail from audit_log where action = 'shopper_seen'`;
  const { rows } = await service.context.db.query<{ detail: string }>(text);
  expect(rows).toEqual([{ detail: expect.stringMatching(/: email$/) as string }]);
});

test('[COM46][AUT5] parts of a refund count together towards the limit of support', async () => {
  const bought = await orderOf(await buyOnPage(service, { ...zelia, email: 'lia@cliente.example' }));
  const refund = (body: object, memberRole = 'support') =>
    people[memberRole]!.code(
      people[memberRole]!.post(at(`/orders/${bought}/refund`), { isReturned: false, requestId: randomUUID(), ...body }),
    );
  const set = (cents: number) =>
    service.context.db.query('update stores set support_refund_cents = $2 where store_id = $1', [
      service.storeId,
      cents,
    ]);
  await set(5_000);
  expect(await refund({ amount: 3_000 })).toBe(200);
  expect(await refund({ amount: 3_000 })).toBe('ABOVE_ROLE_LIMIT');
  expect(await seen(bought, 'support')).toMatchObject({
    refundLimit: { limit: 5_000, left: 2_000 },
    returned: 3_000,
    attention: expect.arrayContaining(['PARTLY_REFUNDED']) as string[],
    refunds: [{ amount: 3_000, state: 'done', source: 'member' }],
  });
  await set(50_000);
  expect(await refund({}, 'owner')).toBe(200);
});
