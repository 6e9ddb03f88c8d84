import { sandboxNumberOf } from '../../payments/sandbox/cards.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool, type Database } from '../../../base/postgres/pool.ts';
import { newId } from '../../../base/ids.ts';
import { sandbox } from '../../payments/sandbox/index.ts';
import type { SimulatedPayments } from '../../payments/simulated-payments.ts';
import { providerSuite } from '../../payments/testing/provider-suite.ts';
import { examplePaymentRequest, openProvider, type Tested } from '../../payments/testing/tested-provider.ts';
import type { SimulatedAction } from '../../payments/simulated-actions.ts';
import { cloneDatabase } from '../../../testing/test-service.ts';
import { createStore } from '../../../stores/manage-stores.ts';
import { applySimulatedAction, readSimulatedPayment, openSimulatedPayments } from './simulated-payments.ts';

const now = Date.parse('2026-03-12T15:00:00Z');
const clock = () => now;
const never = new AbortController().signal;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
let simulatedPayments: SimulatedPayments;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 4, () => {});
  simulatedPayments = openSimulatedPayments(db);
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

function open(): Tested {
  const storeId = newId();
  const action = async (paymentId: string, action: 'pay' | 'expire'): Promise<void> =>
    void (await applySimulatedAction({ db, clock }, paymentId, action));
  return {
    provider: openProvider(sandbox, { simulatedPayments, clock }),
    account: { accountId: newId(), storeId, settings: {}, credentials: {} },
    now: clock,
    refused: null,
    cards: {
      accepted: sandboxNumberOf('accepted'),
      refused: sandboxNumberOf('insufficient_funds'),
      review: sandboxNumberOf('review'),
    },
    async count() {
      const text = 'select count(*) from sandbox_payments where store_id = $1';
      return (await db.query<{ count: number }>(text, [storeId])).rows[0]!.count;
    },
    pay: (id) => action(id, 'pay'),
    expire: (id) => action(id, 'expire'),
  };
}

providerSuite('sandbox, in the database', open);

describe('pressing', () => {
  const begin = async (): Promise<string> => {
    const tested = open();
    const paymentRequest = examplePaymentRequest(tested, 'pix');
    await tested.provider.create(tested.account, paymentRequest, never);
    return paymentRequest.paymentId;
  };

  test('reports the payment’s result, once', async () => {
    const paymentId = await begin();
    expect(await readSimulatedPayment({ db, clock }, paymentId)).toMatchObject({ state: 'pending', amount: 18_990 });
    expect(await applySimulatedAction({ db, clock }, paymentId, 'refuse')).toMatchObject({
      ok: true,
      payment: { paymentId, state: 'failed', reason: 'declined', stateAt: now },
    });
    expect(await applySimulatedAction({ db, clock }, paymentId, 'pay')).toEqual({ ok: false, code: 'NOT_POSSIBLE' });
    expect(await readSimulatedPayment({ db, clock }, paymentId)).toMatchObject({ state: 'failed', reason: 'declined' });
  });

  test('[COM7] pays an expired code late', async () => {
    const paymentId = await begin();
    const later = () => now + 4 * 86_400_000;
    expect(await readSimulatedPayment({ db, clock: later }, paymentId)).toMatchObject({ state: 'expired' });
    expect(await applySimulatedAction({ db, clock: later }, paymentId, 'expire')).toMatchObject({ ok: false });
    expect(await applySimulatedAction({ db, clock: later }, paymentId, 'pay')).toMatchObject({ ok: true });
    expect(await readSimulatedPayment({ db, clock: later }, paymentId)).toMatchObject({
      state: 'paid',
      stateAt: later(),
    });
  });

  test('[COM14] does nothing in a store that was made live meanwhile', async () => {
    const { storeId } = await createStore(db, 'Loja da Ana');
    const tested = { ...open(), account: { ...open().account, storeId } };
    const paymentRequest = examplePaymentRequest(tested, 'pix');
    await tested.provider.create(tested.account, paymentRequest, never);
    await db.query('update stores set live = true where store_id = $1', [storeId]);
    const action = (what: SimulatedAction) => applySimulatedAction({ db, clock }, paymentRequest.paymentId, what);
    expect(await action('pay')).toEqual({ ok: false, code: 'NOT_POSSIBLE' });
    expect(await action('expire')).toMatchObject({ ok: true });
  });

  test('does nothing for an unknown payment', async () => {
    expect(await applySimulatedAction({ db, clock }, newId(), 'pay')).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await readSimulatedPayment({ db, clock }, newId())).toBeUndefined();
  });

  test('concurrent pay, refuse and expire: exactly one succeeds', async () => {
    const paymentId = await begin();
    const presses = (['pay', 'refuse', 'expire'] as const).map((action) =>
      applySimulatedAction({ db, clock }, paymentId, action),
    );
    expect((await Promise.all(presses)).filter(({ ok }) => ok)).toHaveLength(1);
  });
});
