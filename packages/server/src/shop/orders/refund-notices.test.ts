// AUT6, AUT8: the audit entry and the e-mails to owners about a refund are written together with the refund, or not at all.
import { queuedMails } from '../../members/audit/testing/queued-mails.ts';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUser } from '../../members/create-user.ts';
import { grantMembership } from '../../members/memberships.ts';
import { pollPayments } from './payments/poll-payments.ts';
import { markPaid } from './mark-paid.ts';
import { refundOrder, type RefundRequest } from './payments/refund-order.ts';
import { startTestOrders, type TestOrders } from './testing/test-orders.ts';

const minute = 60_000;

let orders: TestOrders;
let by: string;
let checkoutId: string;
let paymentId: string;
let refund: TestOrders['provider']['script']['refund'];
beforeAll(async () => {
  orders = await startTestOrders();
  ({ refund } = orders.provider.script);
  const { context } = orders.service;
  for (const name of ['dona', 'socia']) {
    await createUser(context.usersDb, `${name}@loja.example`, 'uma senha comprida');
    const change = { storeId: orders.storeId, email: `${name}@loja.example` };
    await grantMembership(context, change, 'owner', unaudited);
  }
  const [user] = await orders.rows(`select user_id as "userId" from users where email = 'dona@loja.example'`);
  by = user!['userId'] as string;
  // While `commits_fail` has a row, no transaction that writes a refund commits.
  await orders.service.asOwner('create table commits_fail (); grant all on commits_fail to public');
  await orders.service.asOwner(`
    create function fail_commit() returns trigger language plpgsql as $$ begin
      if exists (select from commits_fail) then raise 'the commit fails'; end if;
      return null;
    end $$`);
  await orders.service.asOwner(`
    create constraint trigger fail_commit after update on payments deferrable initially deferred for each row
    when (new.state = 'refunded') execute function fail_commit()`);
  await orders.service.asOwner(`
    create constraint trigger fail_commit after update on orders deferrable initially deferred for each row
    when (new.status = 'cancelled') execute function fail_commit()`);
});
afterAll(() => orders.stop());
beforeEach(async () => {
  orders.pass(minute);
  orders.provider.script.refund = refund;
  checkoutId = await orders.checkout();
  paymentId = await orders.pay(checkoutId);
  await orders.becomes(paymentId, { state: 'paid', paid: 9980 });
  orders.pass(minute);
  await orders.rows('delete from account_mails');
  await orders.rows('delete from commits_fail');
});

const orderId = async () => (await orders.purchase(checkoutId)).order.orderId;
const requested = async (request: Partial<RefundRequest> = {}) =>
  refundOrder(orders.deps, orders.storeId, await orderId(), { isReturned: false, by, ...request });
const mails = async () =>
  (await queuedMails(orders.service.context.db, 'order_refunded')).map(({ recipient }) => ({ recipient }));
const entries = async () => {
  const { number } = (await orders.purchase(checkoutId)).order;
  return orders.rows(`select user_id as by from audit_log where action = 'order_refunded' and detail = $1`, number);
};
const toOwners = [{ recipient: 'dona@loja.example' }, { recipient: 'socia@loja.example' }];

test.each([false, true])(
  '[AUT8] a refund, returned by the merchant: %s: every owner gets one e-mail, and the log one entry',
  async (isReturned) => {
    expect(await requested({ isReturned })).toEqual({ ok: true });
    expect(await mails()).toEqual(toOwners);
    expect(await entries()).toEqual([{ by }]);
  },
);

test('[AUT8] a failed commit writes nothing, and the later record of the refund sends the e-mails', async () => {
  await orders.rows('insert into commits_fail default values');
  await expect(requested()).rejects.toThrow('the commit fails');
  expect((await orders.payment(paymentId)).state).toBe('paid');
  expect([await mails(), await entries()]).toEqual([[], []]);
  await orders.rows('delete from commits_fail');
  orders.pass(2 * minute);
  await pollPayments(orders.deps, { limit: 100 });
  expect((await orders.payment(paymentId)).state).toBe('refunded');
  expect(await mails()).toEqual(toOwners);
  expect(await entries()).toEqual([{ by }]);
});

test('[AUT8] a refund of money without a recorded payment does the same', async () => {
  const other = await orders.checkout();
  checkoutId = other;
  await orders.pay(other);
  const id = await orderId();
  expect(await markPaid(orders.deps, orders.storeId, id, undefined, unaudited)).toEqual({ ok: true });
  await orders.rows('delete from payments where order_id = $1', id);
  await orders.rows('insert into commits_fail default values');
  await expect(requested({ isReturned: true })).rejects.toThrow('the commit fails');
  expect([await mails(), await entries()]).toEqual([[], []]);
  await orders.rows('delete from commits_fail');
  expect(await requested({ isReturned: true })).toEqual({ ok: true });
  expect(await mails()).toEqual(toOwners);
});

test('[COM46] an order without a total that was marked paid is cancelled, without a refund of 0', async () => {
  const other = await orders.checkout();
  checkoutId = other;
  const paid = await orders.pay(other);
  const id = await orderId();
  await orders.becomes(paid, { state: 'expired' });
  await orders.rows('update orders set total_cents = null where order_id = $1', id);
  expect(await markPaid(orders.deps, orders.storeId, id, undefined, unaudited)).toEqual({ ok: true });
  expect(await requested()).toMatchObject({ ok: false, code: 'MANUAL_REFUND_REQUIRED' });
  expect(await requested({ isReturned: true })).toEqual({ ok: true });
  expect(await orders.rows('select refund_id from refunds where order_id = $1', id)).toEqual([]);
  expect((await orders.purchase(other)).order.status).toBe('cancelled');
});

test('[AUT8] a refused refund sends no e-mail, even if the provider refunds later by itself', async () => {
  orders.provider.script.refund = () => ({ outcome: 'refused', reason: 'too old' });
  expect(await requested()).toMatchObject({ ok: false, code: 'REFUND_REFUSED' });
  await orders.becomes(paymentId, { state: 'refunded' });
  expect((await orders.payment(paymentId)).state).toBe('refunded');
  expect([await mails(), await entries()]).toEqual([[], []]);
});

test('[AUT8] a provider without a response may have refunded; owners then get one e-mail', async () => {
  orders.provider.script.refund = () => ({ outcome: 'later', reason: 'TIMEOUT' });
  expect(await requested()).toMatchObject({ ok: false, code: 'PROVIDER_UNAVAILABLE' });
  expect(await mails()).toEqual([]);
  await orders.becomes(paymentId, { state: 'refunded' });
  await orders.becomes(paymentId, { state: 'refunded' });
  expect(await mails()).toEqual(toOwners);
});
