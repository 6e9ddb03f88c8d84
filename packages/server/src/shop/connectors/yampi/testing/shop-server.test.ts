import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShopServer, type YampiServer } from './shop-server.ts';

const now = Date.parse('2026-03-12T16:40:00Z');
const shopper = {
  method: 'pix',
  total: '10.00',
  name: 'Ana Lima',
  email: 'ana@cliente.example',
  phone: '11987654321',
} as const;

let server: YampiServer;
let keys: Record<string, string>;
beforeEach(async () => {
  const app = { id: '1', secret: 'unused' };
  server = await openShopServer({ now, app, appAddress: () => '', allowHttp: true });
  keys = server.formInput();
});
afterEach(() => server.close());

async function call(path: string, init: RequestInit = {}): Promise<{ status: number; json: Record<string, unknown> }> {
  const headers = { 'user-token': keys['token']!, 'user-secret-key': keys['secret']! };
  const response = await fetch(`${server.url}/v2/${server.shop}${path}`, { ...init, headers });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}
const idsOf = ({ json }: { json: Record<string, unknown> }): number[] =>
  (json['data'] as { id: number }[]).map(({ id }) => id);

test('[CON5] orders are filtered by their day of creation in São Paulo; another date is ignored', async () => {
  const first = Number(await server.place(shopper));
  await server.advance(12 * 3_600_000);
  const second = Number(await server.place(shopper));
  expect(idsOf(await call('/orders?date=created_at:2026-03-12|2026-03-12'))).toEqual([first]);
  expect(idsOf(await call('/orders?date=updated_at:2026-03-13|2026-03-13'))).toEqual([second, first]);
  const { json } = await call('/orders?limit=1&page=2');
  expect(json).toMatchObject({ data: [{ id: first }], meta: { pagination: { total: 2, total_pages: 2 } } });
  expect((json['data'] as object[])[0]).not.toHaveProperty('transactions');
});

test('[CON5] more than 120 requests within a minute are refused and counted', async () => {
  for (let count = 0; count < 120; count++) expect((await call('/webhooks')).status).toBe(200);
  expect((await call('/webhooks')).status).toBe(429);
  await server.advance(60_000);
  expect((await call('/webhooks')).status).toBe(200);
  expect(server.counts().overRate).toBe(1);
});

test('[CON6] a webhook is stopped after 30 failures, and nothing is sent again', async () => {
  const body = JSON.stringify({ name: 'x', url: 'http://127.0.0.1:1/x', events: ['order.created'], secret: 's' });
  expect((await call('/webhooks', { method: 'POST', body })).status).toBe(201);
  server.loseWebhooks(true);
  for (let count = 0; count < 29; count++) await server.place(shopper);
  expect(server.activeWebhooks()).toBe(1);
  await server.place(shopper);
  expect(server.activeWebhooks()).toBe(0);
});

test('[CON8] a cart appears after 16 minutes, page after page by an id', async () => {
  const tokens = [await server.leaveCart(shopper), await server.leaveCart(shopper)];
  expect((await call('/checkout/carts')).json).toEqual({ scroll_id: null, data: [] });
  await server.advance(16 * 60_000);
  const first = (await call('/checkout/carts?limit=1')).json;
  expect(first).toMatchObject({ scroll_id: '1', data: [{ token: tokens[0] }] });
  const second = (await call('/checkout/carts?limit=1&scroll_id=1')).json;
  expect(second).toMatchObject({ scroll_id: null, data: [{ token: tokens[1] }] });
});

test('[CON7] keys end with new ones, and with revoking', async () => {
  const before = keys;
  keys = server.formInput();
  expect((await call('/orders')).status).toBe(200);
  keys = before;
  expect((await call('/orders')).status).toBe(401);
  server.endTokens('revoked');
  expect(server.counts().refusedTokens).toBe(1);
});
