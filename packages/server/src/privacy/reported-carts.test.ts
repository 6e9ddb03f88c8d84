import { expect, test } from 'vitest';
import { unaudited } from '../members/audit/testing/unaudited.ts';
import { startTestService } from '../testing/test-service.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';

test('[COM8][CON17] the reported carts of a person are exported and erased, others stay', async () => {
  const service = await startTestService();
  const { context, storeId } = service;
  const item = { title: 'Camiseta', quantity: 1, unitPrice: 4990, image: 'https://loja.example/camiseta.png' };
  for (const [token, customer] of [
    ['hers', { email: 'ana@cliente.example' }],
    ['by phone', { phone: '(11) 98765-4321', email: 'ana@cliente.example' }],
    ['his', { phone: '11987654321', email: 'rui@cliente.example' }],
  ] as const) {
    const body = JSON.stringify({ cart: { token, items: [item] }, customer, consent: true });
    const headers = { 'content-type': 'application/json', 'x-api-key': service.checkoutKey };
    const url = `${service.baseUrl}/stores/external/cart`;
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  }
  const request = { storeId, person: { email: 'Ana@cliente.example' }, by: 'test' };
  const exported = await exportPerson(context, request, unaudited);
  const carts = exported.ok ? exported.data.carts : [];
  expect(carts.map((cart) => String(cart['cartToken'])).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
    'by phone',
    'hers',
  ]);
  expect(await erasePerson(context, request, unaudited)).toMatchObject({ ok: true, counts: { carts: 2 } });
  const { rows } = await context.db.query('select cart_token from reported_carts');
  expect(rows).toEqual([{ cart_token: 'his' }]);
  await service.stop();
});
