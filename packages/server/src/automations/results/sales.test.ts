import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleCoupon } from '../../../../commerce/src/testing/sample-coupon.ts';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { couponInsert } from '../../shop/prices/queries/coupons.ts';
import type { SaleKind, Sales } from '../../shop/orders/queries/sales.ts';
import { markPaid } from '../../shop/orders/mark-paid.ts';
import { pageOfOrders } from '../../shop/orders/read-orders.ts';
import { maria, startTestOrders, type TestOrders } from '../../shop/orders/testing/test-orders.ts';
import { newId } from '../../base/ids.ts';
import { chooseCoupon } from '../../shop/prices/choose-coupon.ts';
import { pageOfCoupons } from '../../shop/prices/manage-coupons.ts';
import { storeOfTest } from '../../testing/checkouts.ts';
import { readCustomerRecords } from '../../privacy/read-customer.ts';
import { countFigures } from './home-figures.ts';
import { readOverview } from './read-home.ts';
import { lastDays } from './report-period.ts';

let orders: TestOrders;
beforeAll(async () => void (orders = await startTestOrders()));
afterAll(() => orders.stop());
beforeEach(async () => {
  await orders.rows('update orders set status = $1, customer = null', 'cancelled');
  await orders.rows('delete from coupon_uses');
  await orders.rows('update coupons set active = false');
  await couponInsert(orders.deps.db, {
    couponId: newId(orders.storeId),
    storeId: orders.storeId,
    code: 'VOLTE10',
    ...sampleCoupon({ reduction: { kind: 'cents', cents: 1_000 } }),
  });
});

const none = { cents: 0, orders: 0 };

/** An order of R$ 50,00 less the coupon's R$ 10,00, with the id of its payment. */
async function order(): Promise<{ orderId: string; paymentId: string }> {
  const checkoutId = await orders.checkout(5_000);
  const { checkout } = await orders.purchase(checkoutId);
  await chooseCoupon(orders.deps, await storeOfTest(orders.service), checkout, 'VOLTE10');
  const paymentId = await orders.pay(checkoutId);
  return { orderId: (await orders.purchase(checkoutId)).order.orderId, paymentId };
}

/** A paid order; with `isReal` through an account at a provider that moves money. */
async function paid(isReal: boolean): Promise<{ orderId: string; paymentId: string }> {
  const placed = await order();
  await orders.becomes(placed.paymentId, { state: 'paid' });
  if (isReal) {
    await orders.rows(
      `with account as (
         insert into payment_accounts (account_id, store_id, provider) values ($2, $1, 'mercadopago')
         on conflict (store_id, provider) do update set provider = excluded.provider returning account_id)
       update payments set account_id = account.account_id from account where payment_id = $3`,
      orders.storeId,
      newId(orders.storeId),
      placed.paymentId,
    );
  }
  return placed;
}

/** The sums of sales of the home page's last day. */
async function homeSales(): Promise<Sales> {
  const now = orders.now() + 1_000;
  const store = { storeId: orders.storeId, timeZone: 'UTC' };
  const { current, others } = await countFigures(orders.deps.db, store, lastDays(2, now, 'UTC'), now);
  const sum = (member: 'cents' | 'orders'): number => current.buckets.reduce((sum, { paid }) => sum + paid[member], 0);
  return { cents: sum('cents'), orders: sum('orders'), ...others };
}

/** The sums of sales that every report shows. */
async function reported(): Promise<Record<string, Sales>> {
  const { db } = orders.deps;
  const { storeId } = orders;
  const { coupons } = await pageOfCoupons(db, storeId, null);
  const { sales: customer } = await readCustomerRecords(db, storeId, {
    name: null,
    email: maria.email,
    phone: null,
  });
  return { home: await homeSales(), coupon: coupons[0]!.sales, customer };
}

const kindsOf = async (): Promise<(SaleKind | null)[]> =>
  (await pageOfOrders(orders.deps.db, orders.storeId, {}, 3)).orders.map(({ sale }) => sale);

const everywhere = (sales: Sales): Record<string, Sales> => ({ home: sales, coupon: sales, customer: sales });

describe('[COM41] sales', () => {
  test('whose money was received, marked by hand or simulated never share a sum', async () => {
    await paid(false);
    const marked = await order();
    expect(await markPaid(orders.deps, orders.storeId, marked.orderId, undefined, unaudited)).toEqual({ ok: true });
    expect(await reported()).toEqual(
      everywhere({ ...none, marked: { cents: 4_000, orders: 1 }, simulated: { cents: 4_000, orders: 1 } }),
    );
    expect((await readOverview(orders.deps.db, orders.storeId)).hasSale).toBe(false);
    await paid(true);
    expect(await reported()).toEqual(
      everywhere({
        cents: 4_000,
        orders: 1,
        marked: { cents: 4_000, orders: 1 },
        simulated: { cents: 4_000, orders: 1 },
      }),
    );
    expect(await kindsOf()).toEqual(['received', 'marked', 'simulated']);
    expect((await readOverview(orders.deps.db, orders.storeId)).hasSale).toBe(true);
  });

  test('that were refunded count nowhere, and of partly refunded ones what is left', async () => {
    const [all, part] = [await paid(true), await paid(true)];
    await orders.rows(
      `update payments set state = 'partially_refunded', refunded_cents = 1500 where payment_id = $1`,
      part.paymentId,
    );
    expect(await reported()).toEqual(everywhere({ cents: 6_500, orders: 2, marked: none, simulated: none }));
    await orders.rows(`update payments set account_id = $2 where payment_id = $1`, all.paymentId, orders.accountId);
    await orders.becomes(all.paymentId, { state: 'refunded' });
    expect(await reported()).toEqual(everywhere({ cents: 2_500, orders: 1, marked: none, simulated: none }));
    expect(await kindsOf()).toEqual(['received', null, null]);
    // COM28: the refund gives no use of the coupon back.
    const [coupon] = (await pageOfCoupons(orders.deps.db, orders.storeId, null)).coupons;
    expect(coupon!.uses).toBe(2);
  });

  test('that the store’s own system reported count as received, with their total', async () => {
    await orders.rows(
      `insert into orders (order_id, store_id, external_id, status, status_at, paid_at, total_cents)
       values ($2, $1, '77', 'paid', now(), $3, 9000)`,
      orders.storeId,
      newId(orders.storeId),
      new Date(orders.now()),
    );
    expect(await homeSales()).toEqual({ cents: 9_000, orders: 1, marked: none, simulated: none });
  });
});
