import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { marina, mugs, shopperAt } from './testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
beforeAll(async () => {
  service = await startTestService({ CEP_LOOKUP_URL: 'off' });
  shopper = shopperAt(service);
  await shopper.offer('pix');
});
afterAll(() => service.stop());

/** Reports an event of the store's own system; returns the codes of the answer's warnings. */
async function report(type: string, at: string, data: object): Promise<unknown> {
  const answer = await fetch(`${service.baseUrl}/stores/external/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': service.secretKey },
    body: JSON.stringify({ id: randomUUID(), type, occurred_at: at, data }),
  });
  const { success, warnings } = (await answer.json()) as { success: boolean; warnings?: { code: string }[] };
  expect([answer.status, success]).toEqual([202, true]);
  return warnings?.map(({ code }) => code);
}

test.each([
  ['processing', 'Estamos confirmando seu pagamento'],
  ['wc-completed', 'Pagamento confirmado'],
  ['Pago', 'Pagamento confirmado'],
  ['aprovado', 'Pagamento confirmado'],
  ['disponível', 'Pagamento confirmado'],
  ['wc-cancelled', 'Este pedido foi cancelado'],
])('[COM4] the link of an order that the store’s own system calls %s asks for no payment', async (status, text) => {
  const path = await shopper.create({ ...mugs(), customer: marina });
  const order = { id: randomUUID(), total: 7_800 };
  const pix = { payload: '00020126…6304ABCD' };
  await report('pix.generated', '2026-03-12T17:05:00Z', { checkout_id: path.slice(5), order, payment: { pix } });
  expect((await shopper.open(path)).html).toContain('name="method"');
  const tracking = { code: 'AA123456785BR' };
  const shipped = { order: { ...order, status }, tracking };
  expect(await report('tracking_code_updated', '2026-03-12T18:05:00Z', shipped)).toBeUndefined();
  const seen = await shopper.open(path);
  expect(seen.text).toContain(text);
  expect(seen.html).not.toContain('name="method"');
});

test('[COM4] a status that is not a known word is named in the answer, also to a repeat, and changes nothing', async () => {
  const path = await shopper.create({ ...mugs(), customer: marina });
  const order = { id: randomUUID(), status: 'separando' };
  const data = { checkout_id: path.slice(5), order, tracking: { code: 'AA1' } };
  expect(await report('tracking_code_updated', '2026-03-12T17:05:00Z', data)).toEqual(['ORDER_STATUS_UNKNOWN']);
  const { rows } = await service.context.db.query(
    'select status, raw_status from orders where store_id = $1 and external_id = $2',
    [service.storeId, order.id],
  );
  expect(rows).toEqual([{ status: 'pending', raw_status: 'separando' }]);
});
