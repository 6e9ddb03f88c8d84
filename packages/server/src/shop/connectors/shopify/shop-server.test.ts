// The rules of the local shop (README.md), which decide what the other tests prove.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJson, textAt, valueAt } from '../read-json.ts';
import { adminRequest } from './call.ts';
import { ordersDocument, shopDocument } from './documents.ts';
import { clientGrant, tokenRequest } from './tokens.ts';
import { app, openShop, sendTo, type OpenShop } from './testing/open-shop.ts';
import { isSigned } from './verify.ts';
import { webhooks } from './webhooks.ts';

const minute = 60_000;
const pix = {
  method: 'pix',
  total: '189.90',
  name: 'Ana Lima',
  email: 'ana@cliente.example',
  phone: '+5511987654321',
} as const;

let shop: OpenShop;
beforeEach(async () => {
  shop = await (await openShop()).connect();
  await webhooks.ensure(shop.context(), true);
});
afterEach(() => shop.close());

const ask = async (document: string, variables: object = {}, token = shop.credentials['accessToken']!) => {
  const request = adminRequest(shop.server.shop, token, document, { ...variables });
  const { status, headers, body } = await sendTo(shop.server, request);
  return { status, headers, json: readJson(body) };
};
const grant = async (parameters: Readonly<Record<string, string>>) => {
  const { status, body } = await sendTo(shop.server, tokenRequest(shop.server.shop, parameters));
  return { status, json: readJson(body) };
};

test('[CON15] several topics of one action have one event id, each its own delivery id, in no certain order', async () => {
  const id = await shop.server.place(pix);
  await shop.server.pay(id);
  const { received } = shop.receiver;
  expect(shop.receiver.topics().toSorted()).toEqual([
    'orders/create',
    'orders/paid',
    'orders/updated',
    'orders/updated',
  ]);
  expect(shop.receiver.topics()).not.toEqual(['orders/create', 'orders/updated', 'orders/paid', 'orders/updated']);
  const valuesOf = (name: string) => new Set(received.map(({ headers }) => headers[name]));
  expect(valuesOf('x-shopify-event-id').size).toBe(2);
  expect(valuesOf('x-shopify-webhook-id').size).toBe(4);
  expect(textAt(readJson(received[0]!.body), 'id')).toBe(id);
  expect(Number.isSafeInteger(Number(id))).toBe(false);
});

test('[CON15] a failed delivery is tried 8 times more in 4 hours, with its first body and id', async () => {
  const id = await shop.server.place(pix);
  shop.receiver.received.length = 0;
  shop.receiver.answer = 500;
  const { server } = shop;
  await server.fail(id);
  const first = shop.receiver.received[0]!;
  // Another subscription keeps this one from failing 8 times in a row before the end.
  await server.advance(100 * minute);
  const tries = shop.receiver.received.length;
  expect(tries).toBe(7);
  for (const { headers, body } of shop.receiver.received) {
    expect(body.equals(first.body)).toBe(true);
    expect(headers['x-shopify-webhook-id']).toBe(first.headers['x-shopify-webhook-id']);
  }
  shop.receiver.answer = 200;
  await server.advance(140 * minute);
  expect(shop.receiver.received.length).toBe(tries + 1);
  expect(server.activeWebhooks()).toBe(5);
});

test('[CON15] the eighth failure in a row deletes the subscription', async () => {
  shop.server.loseWebhooks(true);
  const id = await shop.server.place(pix);
  await shop.server.advance(75 * minute);
  expect(shop.server.activeWebhooks()).toBe(5);
  await shop.server.advance(165 * minute);
  expect(shop.server.subscriptions().map(({ topic }) => topic)).toEqual([
    'ORDERS_PAID',
    'ORDERS_CANCELLED',
    'APP_UNINSTALLED',
  ]);
  shop.server.loseWebhooks(false);
  shop.receiver.received.length = 0;
  await shop.server.pay(id);
  expect(shop.receiver.topics()).toEqual(['orders/paid']);
});

test('[CON15] the old secret signs for an hour after a rotation', async () => {
  const old = [shop.credentials['clientSecret']!];
  const fresh = [shop.server.rotateSecret()];
  const signedBy = async (): Promise<boolean[]> => {
    shop.receiver.received.length = 0;
    await shop.server.place(pix);
    const { headers, body } = shop.receiver.received[0]!;
    return [old, fresh].map((secrets) => isSigned(body, headers['x-shopify-hmac-sha256'] ?? '', secrets, 'base64'));
  };
  expect(await signedBy()).toEqual([true, false]);
  await shop.server.advance(61 * minute);
  expect(await signedBy()).toEqual([false, true]);
});

test('[CON15] a token of the client credentials ends after 24 hours, and keys after the uninstallation', async () => {
  const { clientId, clientSecret, accessToken } = shop.credentials as Record<string, string>;
  await shop.server.advance(23 * 60 * minute);
  expect((await ask(shopDocument, {}, accessToken)).status).toBe(200);
  await shop.server.advance(60 * minute);
  expect((await ask(shopDocument, {}, accessToken)).status).toBe(401);
  expect((await grant(clientGrant(clientId!, [clientSecret!]))).status).toBe(200);
  expect((await grant(clientGrant(clientId!, ['shpss_other']))).status).toBe(400);
  expect(textAt((await grant(clientGrant(app.id, [app.secret]))).json, 'error')).toBe('shop_not_permitted');
  await shop.server.uninstall();
  expect(shop.receiver.topics().at(-1)).toBe('app/uninstalled');
  expect((await grant(clientGrant(clientId!, [clientSecret!]))).status).toBe(400);
  expect(shop.server.activeWebhooks()).toBe(0);
});

test('[CON15] errors have status 200: what a type has not, what costs too much, and what is asked for too fast', async () => {
  const codeOf = async (document: string) => textAt((await ask(document)).json, 'errors', 0, 'extensions', 'code');
  expect(await codeOf('query Q { shop { colour } }')).toBe('undefinedField');
  expect(await codeOf('query Q { shop { name ')).toBe('undefinedField');
  expect(await codeOf('query Q { orders(first: 250) { nodes { lineItems(first: 10) { nodes { title } } } } }')).toBe(
    'MAX_COST_EXCEEDED',
  );
  for (let placed = 0; placed < 30; placed++) await shop.server.place(pix);
  const codes = [];
  for (let asked = 0; asked < 15; asked++) codes.push(await ask(ordersDocument, { query: '', after: null }));
  expect(codes.map(({ status }) => status)).toEqual(codes.map(() => 200));
  const last = codes.at(-1)!.json;
  expect(textAt(last, 'errors', 0, 'extensions', 'code')).toBe('THROTTLED');
  expect(valueAt(last, 'extensions', 'cost', 'throttleStatus')).toMatchObject({
    maximumAvailable: '2000',
    restoreRate: '100',
  });
  expect(shop.server.counts().overRate).toBeGreaterThan(0);
});

test('[CON15] a version that is not supported any more is answered by the oldest one', async () => {
  const other = await openShop({ versions: ['2027-01', '2027-04'] });
  await other.connect();
  const request = adminRequest(other.server.shop, other.credentials['accessToken']!, shopDocument);
  expect((await sendTo(other.server, request)).headers['x-shopify-api-version']).toBe('2027-01');
  await other.close();
});
