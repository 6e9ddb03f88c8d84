import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { erasePerson } from '../../privacy/erase-person.ts';
import { exportPerson } from '../../privacy/export-person.ts';
import { seal } from '../../base/crypto/seal.ts';
import { refundOrder } from '../../shop/orders/payments/refund-order.ts';
import { marina, mugs } from '../../shop/pay-page/testing/shopper.ts';
import { connectDestination, switchDestination } from './connect-destination.ts';
import { earlierAccount } from './google-ads/testing/account.ts';
import { destinationNames } from './index.ts';
import { sendConversions } from '../../shop/conversions/send-conversions.ts';
import { startAdvertisedStore } from './testing/advertised-store.ts';

const hour = 60 * 60_000;
let store: Awaited<ReturnType<typeof startAdvertisedStore>>;
beforeEach(async () => (store = await startAdvertisedStore()));
afterEach(() => store.stop());

/** The members of rows that a test looks at. */
const brief = (rows: Awaited<ReturnType<typeof store.ledger>>) =>
  rows.map(({ destination, event, state, reason }) => [destination, event, reason ?? state].join(' '));

/** A visit with consent and an order with a PIX code. */
async function ordered(): Promise<{ path: string; orderId: string }> {
  const path = await store.visit();
  await store.enter(path, true);
  return { path, orderId: await store.order(path) };
}

test('[COM37] a PIX that is paid hours after the browser left counts once at each destination', async () => {
  const { path, orderId } = await ordered();
  store.pass(20 * hour);
  await store.work();
  expect(await store.ledger('purchase')).toEqual([]);
  const paidAt = store.service.context.clock();
  await store.pay(orderId);
  await store.work();
  await store.work();
  expect(brief(await store.ledger('purchase'))).toEqual([
    'ga4 purchase sent',
    'google-ads purchase sent',
    'meta purchase sent',
    'tiktok purchase sent',
  ]);
  const { servers } = store;
  const purchases = servers.meta.received.filter((one) => one['event_name'] === 'Purchase');
  expect(purchases).toHaveLength(1);
  expect(purchases[0]).toMatchObject({ event_id: orderId, custom_data: { value: 78, currency: 'BRL' } });
  expect(Number(purchases[0]!['event_time']) * 1000).toBeGreaterThan(paidAt - 60_000);
  expect(purchases[0]!['user_data']).toMatchObject({
    fbp: 'fb.1.1596403881668.1116446470',
    fbc: expect.stringMatching(/^fb\.1\.\d+\.IwAR2F4-dbP0$/) as unknown,
    // The browser of the last form, which is this test.
    client_user_agent: expect.stringContaining('Chrome/142') as unknown,
  });
  expect(servers['google-ads'].received).toMatchObject([
    { transactionId: orderId, adIdentifiers: { gclid: 'Cj0KCQiA-aurora' }, conversionValue: 78 },
  ]);
  expect(JSON.stringify(servers.ga4.received)).toContain(orderId);
  expect(JSON.stringify(Object.values(servers).map(({ received }) => received))).not.toMatch(
    /marina@|Souza|529\D?982/i,
  );
  // The link of the purchase opens its page.
  const checkoutId = path.split('/').pop()!;
  const sent = Object.values(servers).map(({ received }) => received);
  expect(JSON.stringify(sent)).not.toContain(checkoutId);
  expect(servers.meta.received.map((one) => new URL(String(one['event_source_url'])).pathname)).toEqual(
    servers.meta.received.map(() => '/pay'),
  );
  const beginning = servers.meta.received.find((one) => one['event_name'] === 'InitiateCheckout');
  expect(beginning!['event_id']).toBe(createHash('sha256').update(checkoutId).digest('hex'));
});

test('[COM37] without consent nothing is sent, and why is recorded', async () => {
  const path = await store.visit();
  await store.enter(path, false);
  await store.pay(await store.order(path));
  store.pass(2 * hour);
  await store.work();
  const rows = await store.ledger();
  expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['NO_CONSENT']));
  expect(rows).toHaveLength(10);
  expect(Object.values(store.servers).flatMap(({ received }) => received)).toEqual([]);
});

test('[COM37] consent that is withdrawn while the purchase waits stops it, and so does an erasure', async () => {
  const { path, orderId } = await ordered();
  await store.work();
  await store.pay(orderId);
  const { db, clock, contactSecret } = store.service.context;
  const { rowCount } = await db.query(`update shopper_consents set granted = false where purpose = 'advertising'`);
  expect(rowCount).toBe(1);
  await store.work('meta');
  expect(brief(await store.ledger('purchase'))).toContain('meta purchase NO_CONSENT');
  const request = { storeId: store.service.storeId, person: { email: marina.email }, by: 'cli' };
  const exported = await exportPerson({ db, clock, contactSecret }, request, unaudited);
  expect(JSON.stringify(exported)).toContain('IwAR2F4-dbP0');
  await erasePerson({ db, clock, contactSecret }, request, unaudited);
  await store.work();
  expect(brief(await store.ledger('purchase'))).toEqual([
    'ga4 purchase ERASED',
    'google-ads purchase ERASED',
    'meta purchase NO_CONSENT',
    'tiktok purchase ERASED',
  ]);
  expect(await store.service.count(`shopper_attributions where checkout_id = '${path.slice(5)}'`)).toBe(0);
});

test('[COM37] the beginning and the lead wait for the decision, and are sent when it comes', async () => {
  const path = await store.visit();
  await store.work();
  expect(brief(await store.ledger())).toEqual([
    'ga4 begin_checkout queued',
    'meta begin_checkout queued',
    'tiktok begin_checkout queued',
  ]);
  await store.enter(path, true);
  await store.work();
  expect(new Set((await store.ledger()).map(({ state }) => state))).toEqual(new Set(['sent']));
  expect(store.servers.meta.received).toHaveLength(2);
  expect(new Set(store.servers.meta.received.map((one) => one['event_name']))).toEqual(
    new Set(['InitiateCheckout', 'Lead']),
  );
  await store.visit(path);
  await store.enter(path, true);
  await store.work();
  expect(store.servers.meta.received).toHaveLength(2);
});

test('[COM37] a process that ends between call and record repeats the call under the same id', async () => {
  const { orderId } = await ordered();
  await store.work();
  await store.pay(orderId);
  const { db, clock } = store.service.context;
  // The claim of a process that called and ended.
  const claim = `update conversions set attempts = 1, due_at = to_timestamp($1 / 1000.0) where event = 'purchase'`;
  await store.work();
  await db.query(`update conversions set state = 'queued', settled_at = null, due_at = now() where event = 'purchase'`);
  await db.query(claim, [clock() + 60_000]);
  await store.work();
  expect(new Set((await store.ledger('purchase')).map(({ state }) => state))).toEqual(new Set(['queued']));
  store.pass(61_000);
  await store.work();
  const rows = await store.ledger('purchase');
  expect(new Set(rows.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['sent 2']));
  expect(store.servers.meta.counted()).toBe(3);
  expect(store.servers['google-ads'].received).toHaveLength(1);
});

test('[COM37] two workers at once send each conversion once', async () => {
  const { orderId } = await ordered();
  await store.pay(orderId);
  await Promise.all([store.work(), store.work(), store.work()]);
  for (const { attempts, state } of await store.ledger()) expect([attempts, state]).toEqual([1, 'sent']);
});

test('[COM37] a failure is tried again with growing pauses', async () => {
  const { orderId } = await ordered();
  await store.work();
  await store.pay(orderId);
  for (let failures = 0; failures < 3; failures++) store.servers.meta.failNext(503, '/events');
  await store.work('meta');
  const row = async () => (await store.ledger('purchase')).find(({ destination }) => destination === 'meta');
  expect(await row()).toMatchObject({ state: 'queued', attempts: 1, status: 503 });
  store.pass(30_000);
  await store.work('meta');
  expect(await row()).toMatchObject({ attempts: 1 });
  for (const minutes of [1, 6]) {
    store.pass(minutes * 60_000);
    await store.work('meta');
  }
  expect(await row()).toMatchObject({ state: 'queued', attempts: 3 });
  store.pass(16 * 60_000);
  await store.work('meta');
  expect(await row()).toMatchObject({ state: 'sent', attempts: 4, status: 200 });
  expect(store.servers.meta.received.filter((one) => one['event_name'] === 'Purchase')).toHaveLength(1);
});

test('[COM37] an event that GA4 might count twice is not repeated after a lost answer; a purchase is', async () => {
  const { orderId } = await ordered();
  store.servers.ga4.failNext('cut-after', '/mp/collect');
  store.servers.ga4.failNext('cut-after', '/mp/collect');
  await store.work('ga4');
  await store.pay(orderId);
  store.servers.ga4.failNext('cut-after', '/mp/collect');
  await store.work('ga4');
  expect(brief((await store.ledger()).filter(({ destination }) => destination === 'ga4'))).toEqual([
    'ga4 begin_checkout failed',
    'ga4 lead failed',
    'ga4 purchase queued',
  ]);
});

test('[COM37] what is too old, not paid any more or switched off is not sent', async () => {
  const one = await ordered();
  await store.work();
  await store.pay(one.orderId);
  store.pass(80 * hour);
  await store.work('ga4', 'meta');
  expect(brief(await store.ledger('purchase')).slice(0, 3)).toEqual([
    'ga4 purchase TOO_OLD',
    'google-ads purchase queued',
    'meta purchase sent',
  ]);
  const { context, storeId } = store.service;
  await switchDestination(
    context,
    storeId,
    'tiktok',
    { active: false, sendsItems: false, legalBasis: null },
    unaudited,
  );
  await context.db.query(`update orders set status = 'cancelled', status_at = now()`);
  await store.work();
  expect(brief(await store.ledger('purchase')).slice(1)).toEqual([
    'google-ads purchase NOT_PAID',
    'meta purchase sent',
    'tiktok purchase SWITCHED_OFF',
  ]);
  // GA4 never counted the purchase, so it learns of no refund.
  expect(await store.ledger('refund')).toEqual([]);
});

test('[COM37] a refund reaches GA4 alone, once', async () => {
  const { orderId } = await ordered();
  await store.pay(orderId);
  await store.work();
  const { context, storeId } = store.service;
  expect(await refundOrder(context, storeId, orderId, { isReturned: true })).toEqual({ ok: true });
  await store.work();
  await store.work();
  expect(brief(await store.ledger('refund'))).toEqual(['ga4 refund sent']);
  const refunds = store.servers.ga4.received.filter((one) => JSON.stringify(one).includes('"refund"'));
  expect(refunds).toMatchObject([{ events: [{ params: { transaction_id: orderId, value: 78 } }] }]);
});

test('[COM37] credentials that stop working are noted at the account, and cleared by the next success', async () => {
  const { orderId } = await ordered();
  store.servers.meta.failNext({ status: 400, body: { error: { code: 190, message: 'expired' } } }, '/events');
  await store.work('meta');
  const { db } = store.service.context;
  const errors = async () =>
    (
      await db.query<{ last_error: string }>(
        `select last_error from conversion_destinations where destination = 'meta'`,
      )
    ).rows;
  const refused = (await store.ledger()).filter(({ state }) => state === 'refused');
  expect(refused).toMatchObject([{ code: '190', status: 400 }]);
  await store.pay(orderId);
  await store.work('meta');
  expect(await errors()).toEqual([{ last_error: null }]);
});

test('[COM37] while every destination hangs, pages are shown and payments are recorded', async () => {
  for (const server of Object.values(store.servers)) server.hangAlways(true);
  const path = await store.visit();
  const giveUp = new AbortController();
  await store.enter(path, true);
  const hanging = Promise.all([
    store.servers.meta.hanging(),
    store.servers.ga4.hanging(),
    store.servers.tiktok.hanging(),
  ]);
  const working = Promise.all(
    destinationNames.map((name) => sendConversions(store.service.context, name, 20, giveUp.signal)),
  );
  await hanging;
  expect((await store.shopper.open(path)).status).toBe(200);
  const orderId = await store.order(path);
  expect(await store.pay(orderId)).toMatchObject({ ok: true });
  expect((await store.shopper.open(path)).text).toContain('Pagamento confirmado');
  giveUp.abort();
  await working;
  expect(brief(await store.ledger('purchase'))).toHaveLength(4);
});

test('[COM37] a store without an active destination stores nothing for them', async () => {
  const { context, storeId } = store.service;
  for (const name of destinationNames) {
    await switchDestination(context, storeId, name, { active: false, sendsItems: false, legalBasis: null }, unaudited);
  }
  context.directory.forget();
  const path = await store.visit(await store.shopper.create(mugs()));
  expect((await store.shopper.open(path)).html).not.toContain('name="advertising"');
  await store.enter(path, true);
  await store.pay(await store.order(path));
  expect([await store.service.count('conversions'), await store.service.count('shopper_attributions')]).toEqual([0, 0]);
});

test('[COM38] an account at Google Ads of an earlier release shows its owner what to do', async () => {
  const { context, storeId } = store.service;
  const signal = new AbortController().signal;
  const google = { destination: 'google-ads', ...earlierAccount };
  await connectDestination(context, storeId, { ...google, saveAnyway: true }, signal, unaudited);
  // As it was stored then.
  await context.db.query(`update conversion_destinations set credentials = $1 where destination = 'google-ads'`, [
    await sealedAs(earlierAccount.credentials),
  ]);
  const { orderId } = await ordered();
  await store.pay(orderId);
  await store.work('google-ads');
  expect(await lastError()).toBe('SCOPE');
  const credentials = { refreshToken: store.accounts['google-ads'].credentials.refreshToken };
  const renewed = await connectDestination(
    context,
    storeId,
    { destination: 'google-ads', credentials },
    signal,
    unaudited,
  );
  expect(renewed).toEqual({ ok: true, verified: true });
  expect(await lastError()).toBeNull();
});

/** Credentials as they are stored with the account at Google Ads. */
async function sealedAs(credentials: object): Promise<Buffer> {
  const { db, credentialsKey } = store.service.context;
  const { rows } = await db.query<{ id: string }>(
    `select destination_id as id from conversion_destinations where destination = 'google-ads'`,
  );
  return seal(credentialsKey, rows[0]!.id, credentials);
}

/** What the owner is shown at the account at Google Ads. */
async function lastError(): Promise<string | null> {
  const { rows } = await store.service.context.db.query<{ error: string | null }>(
    `select last_error as error from conversion_destinations where destination = 'google-ads'`,
  );
  return rows[0]!.error;
}
