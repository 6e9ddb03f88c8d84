// AUT10: changes of payment destinations, and AUT5: the refund limit of support.
import { queuedMails } from '../../../members/audit/testing/queued-mails.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyDueChanges } from '../../connections/payments/apply-due-changes.ts';
import { buyOnPage, zelia } from '../../../privacy/testing/full-purchase.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

const hour = 60 * 60_000;
let service: TestService;
const browsers = new Map<string, PanelBrowser>();
beforeAll(async () => {
  service = await startTestService();
  for (const [email, role] of [
    ['dona@loja.example', 'owner'],
    ['socia@loja.example', 'owner'],
    ['apoio@loja.example', 'support'],
  ] as const) {
    await newUser(service, email, role);
    browsers.set(email, new PanelBrowser(service));
  }
});
afterAll(() => service.stop());

/** The browser of a user who has just reauthenticated. */
async function as(name: 'dona' | 'socia' | 'apoio'): Promise<PanelBrowser> {
  const email = `${name}@loja.example`;
  const browser = browsers.get(email)!;
  await browser.post('/sign-in', { email, password });
  return browser;
}
const at = (path: string): string => `/stores/${service.storeId}${path}`;
const ownKey = (key: string) => ({
  provider: 'pix-key',
  settings: { key, name: 'Aurora', city: 'Recife' },
  methods: [],
  move: 'pix',
});
type Listed = {
  accounts: { provider: string; settings: { key?: string } }[];
  pending: { changeId: string; isOwn: boolean; requestedBy: string } | null;
};
const list = async (name: 'dona' | 'socia') =>
  (await (await as(name)).get(at('/payment-accounts'))).body as unknown as Listed;
type Unpaid = { orderId: string; total: number };
/** A new order whose PIX is open. */
async function unpaidOrder(): Promise<Unpaid> {
  const checkoutId = await buyOnPage(service, zelia, 'pix-unpaid');
  const { rows } = await service.context.db.query<Unpaid>(
    'select order_id as "orderId", total_cents::int as total from orders where checkout_id = $1',
    [checkoutId],
  );
  return rows[0]!;
}
const keyNow = async () => (await list('dona')).accounts.find(({ provider }) => provider === 'pix-key')?.settings.key;

test('[AUT10] before the first payment a PIX key is changed at once; afterwards it waits, and no other request bypasses this', async () => {
  const dona = await as('dona');
  const change = async (key: string) => (await dona.post(at('/payment-accounts'), ownKey(key))).body['waitsUntil'];
  expect(await change('um@loja.example')).toBeNull();
  expect(await change('dois@loja.example')).toBeNull();
  await buyOnPage(service, zelia);
  await service.context.db.query(
    `update payments set account_id = (select account_id from payment_accounts where provider = 'pix-key')`,
  );
  const due = await change('ladrao@mau.example');
  expect(Date.parse(String(due)) - service.context.clock()).toBeGreaterThan(23.9 * hour);
  expect(await keyNow()).toBe('dois@loja.example');
  // An unchanged request and the removal of the method do not wait; neither allows another change.
  expect(await change('dois@loja.example')).toBeNull();
  await dona.post(at('/payment-methods/pix/remove'));
  expect(await change('ladrao@mau.example')).not.toBeNull();
  const { rows } = await service.context.db.query<{ text: string }>(
    'select c::text as text from pending_payment_changes c',
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text).not.toContain(Buffer.from('ladrao').toString('hex'));
});

test('[AUT10] every owner gets an e-mail, and any of them may cancel', async () => {
  const mails = await queuedMails(service.context.db, 'payments_change_waits');
  expect([...new Set(mails.map(({ recipient }) => recipient))]).toEqual(['dona@loja.example', 'socia@loja.example']);
  const { pending } = await list('socia');
  expect(pending).toMatchObject({ isOwn: false, requestedBy: 'dona@loja.example' });
  const socia = await as('socia');
  const cancel = () => socia.code(socia.post(at(`/payment-changes/${pending!.changeId}/cancel`)));
  expect(await cancel()).toBe(200);
  expect(await cancel()).toBe('NOT_FOUND');
  service.pass(25 * hour);
  expect(await applyDueChanges(service.context)).toBe(0);
  expect(await keyNow()).toBe('dois@loja.example');
});

test('[AUT10] another owner confirms a change at once, and no owner confirms their own', async () => {
  const dona = await as('dona');
  await dona.post(at('/payment-accounts'), ownKey('tres@loja.example'));
  const { pending } = await list('dona');
  expect(pending).toMatchObject({ isOwn: true });
  const path = at(`/payment-changes/${pending!.changeId}/confirm`);
  expect(await dona.code(dona.post(path))).toBe('OTHER_OWNER_NEEDED');
  expect(await keyNow()).toBe('dois@loja.example');
  const socia = await as('socia');
  expect(await socia.code(socia.post(path))).toBe(200);
  expect(await keyNow()).toBe('tres@loja.example');
  expect((await list('dona')).pending).toBeNull();
});

test('[AUT10] without another owner it takes effect after 24 hours, once with any number of workers', async () => {
  const dona = await as('dona');
  await dona.post(at('/payment-accounts'), ownKey('quatro@loja.example'));
  service.pass(23 * hour);
  expect(await applyDueChanges(service.context)).toBe(0);
  service.pass(hour + 60_000);
  await Promise.all([applyDueChanges(service.context), applyDueChanges(service.context)]);
  expect(await keyNow()).toBe('quatro@loja.example');
  const { entries } = (await (await as('dona')).get(at('/activity'))).body as { entries: { what: string }[] };
  expect(entries.filter(({ what }) => what === 'payments_changed')).toHaveLength(6);
});

test('[AUT10] no owner whom the requester made one confirms, and none in their first day', async () => {
  const before = await keyNow();
  for (const name of ['edu', 'rui']) await newUser(service, `${name}@loja.example`, 'editor');
  service.pass(48 * hour);
  const grant = async (by: 'dona' | 'socia', email: string) => {
    const browser = await as(by);
    expect(await browser.code(browser.post(at('/team'), { email, role: 'owner' }))).toBe(200);
  };
  await grant('dona', 'edu@loja.example');
  await grant('socia', 'rui@loja.example');
  await (await as('dona')).post(at('/payment-accounts'), ownKey('cinco@loja.example'));
  const { pending } = await list('dona');
  const confirm = async (name: string) => {
    const browser = new PanelBrowser(service);
    await browser.post('/sign-in', { email: `${name}@loja.example`, password });
    return browser.code(browser.post(at(`/payment-changes/${pending!.changeId}/confirm`)));
  };
  service.pass(23 * hour);
  expect([await confirm('edu'), await confirm('rui')]).toEqual(['OTHER_OWNER_NEEDED', 'OTHER_OWNER_NEEDED']);
  expect(await keyNow()).toBe(before);
  service.pass(hour);
  expect([await confirm('edu'), await confirm('rui')]).toEqual(['OTHER_OWNER_NEEDED', 200]);
  expect(await keyNow()).toBe('cinco@loja.example');
});

test('[AUT5] support refunds up to the limit that owners set, and owners any amount', async () => {
  const { rows } = await service.context.db.query<{ orderId: string }>('select order_id as "orderId" from orders');
  await service.context.db.query(
    `update payments set account_id = (select account_id from payment_accounts where provider = 'sandbox')`,
  );
  const { orderId } = rows[0]!;
  const rules = (supportRefundLimit: number | null) =>
    as('dona').then((dona) => dona.post(at('/team/rules'), { requireSecondFactor: false, supportRefundLimit }));
  const refund = async () => {
    const apoio = await as('apoio');
    return apoio.code(apoio.post(at(`/orders/${orderId}/refund`), { isReturned: true }));
  };
  await rules(1);
  expect(await refund()).toBe('ABOVE_ROLE_LIMIT');
  const { rows: paid } = await service.context.db.query<{ cents: number }>(
    'select total_cents::int as cents from orders',
  );
  await rules(paid[0]!.cents - 1);
  expect(await refund()).toBe('ABOVE_ROLE_LIMIT');
  await rules(paid[0]!.cents);
  expect(await refund()).toBe(200);
  const mails = await service.context.db.query(`select from account_mails where kind = 'order_refunded'`);
  // One for each of the four owners.
  expect(mails.rowCount).toBe(4);
});

test('[AUT5] what one of support refunds and marks as paid in 24 hours counts together, also in requests at once', async () => {
  const orders = [await unpaidOrder(), await unpaidOrder(), await unpaidOrder()] as const;
  const { total } = orders[0];
  // What the test above refunded counts too.
  service.pass(24 * hour);
  await (await as('dona')).post(at('/team/rules'), { requireSecondFactor: false, supportRefundLimit: 2 * total });
  const apoio = await as('apoio');
  const mark = (browser: PanelBrowser, { orderId }: { orderId: string }, amount?: number) =>
    browser.code(browser.post(at(`/orders/${orderId}/paid`), amount === undefined ? {} : { amount }));
  const [one, two, three] = orders;
  // One cent releases the goods of the whole order.
  const codes = await Promise.all([mark(apoio, one, 1), mark(apoio, two), mark(apoio, three)]);
  expect(codes.toSorted()).toEqual([200, 200, 'ABOVE_ROLE_LIMIT']);
  const paid = orders[codes.indexOf(200)]!;
  const left = orders[codes.indexOf('ABOVE_ROLE_LIMIT')]!;
  expect(await apoio.code(apoio.post(at(`/orders/${paid.orderId}/refund`), { isReturned: true }))).toBe(
    'ABOVE_ROLE_LIMIT',
  );
  expect(await mark(await as('dona'), left)).toBe(200);
  service.pass(24 * hour);
  const later = await as('apoio');
  expect(await later.code(later.post(at(`/orders/${paid.orderId}/refund`), { isReturned: true }))).toBe(200);
});

test('[COM7a] an order that is marked as paid with less than its total stays UNDERPAID until the rest is accepted', async () => {
  const { orderId, total } = await unpaidOrder();
  const dona = await as('dona');
  const read = async () => (await dona.get(at(`/orders/${orderId}`))).body['order'];
  expect(await dona.code(dona.post(at(`/orders/${orderId}/paid`), { amount: 1 }))).toBe(200);
  expect(await read()).toMatchObject({
    status: 'paid',
    attention: ['UNDERPAID', 'UNSIGNED_PRICE'],
    received: 1,
    missing: total - 1,
    accepted: null,
    acceptable: true,
  });
  expect(await dona.code(dona.post(at(`/orders/${orderId}/accept`)))).toBe(200);
  expect(await read()).toMatchObject({ status: 'paid', attention: ['UNSIGNED_PRICE'], accepted: 1, missing: 0 });
  const mails = await queuedMails(service.context.db, 'order_paid');
  expect(mails.map(({ recipient }) => recipient)).toContain('socia@loja.example');
});

test('[COM40] [AUT10] an account is the fallback of a method at once before the first payment, and afterwards it waits', async () => {
  const other = await startTestService();
  try {
    await newUser(other, 'outra@loja.example', 'owner');
    const browser = new PanelBrowser(other);
    await browser.post('/sign-in', { email: 'outra@loja.example', password });
    const path = (rest: string): string => `/stores/${other.storeId}${rest}`;
    const set = (provider: string | null, method = 'pix') =>
      browser.post(path(`/payment-methods/${method}/fallback`), { provider });
    await browser.post(path('/payment-accounts'), { provider: 'sandbox', methods: ['pix'] });
    await browser.post(path('/payment-accounts'), { ...ownKey('um@loja.example'), move: undefined });
    const fallbacks = async () =>
      (
        (await browser.get(path('/payment-accounts'))).body as unknown as {
          accounts: { provider: string; fallbackFor: string[] }[];
        }
      ).accounts.map(({ provider, fallbackFor }) => [provider, ...fallbackFor].join(' '));
    expect((await set('pix-key')).body).toMatchObject({ success: true, waitsUntil: null });
    expect(await fallbacks()).toEqual(['sandbox', 'pix-key pix']);
    expect((await set(null)).body).toMatchObject({ waitsUntil: null });
    expect(await fallbacks()).toEqual(['sandbox', 'pix-key']);
    // Not the account itself, none that the store does not have or that does not take it, and no method that is not offered.
    expect(await browser.code(set('sandbox'))).toBe('NOT_FOUND');
    expect(await browser.code(set('stripe'))).toBe('NOT_FOUND');
    expect(await browser.code(set('pix-key', 'card'))).toBe('METHOD_NOT_SUPPORTED');
    expect(await browser.code(set('sandbox', 'card'))).toBe('NOT_FOUND');
    expect(await browser.code(set('paypal'))).toBe('UNKNOWN_PROVIDER');
    await buyOnPage(other, zelia);
    await other.context.db.query(
      `update payments set account_id = (select account_id from payment_accounts where provider = 'pix-key')`,
    );
    const { body } = await set('pix-key');
    expect(Date.parse(String(body['waitsUntil'])) - other.context.clock()).toBeGreaterThan(23.9 * hour);
    expect(await fallbacks()).toEqual(['sandbox', 'pix-key']);
    other.pass(25 * hour);
    expect(await applyDueChanges(other.context)).toBe(1);
    await browser.post('/sign-in', { email: 'outra@loja.example', password });
    expect(await fallbacks()).toEqual(['sandbox', 'pix-key pix']);
  } finally {
    await other.stop();
  }
});
