import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool, type Database } from '../../../base/postgres/pool.ts';
import {
  paymentAccountSetLastError,
  paymentAccountStatuses,
  paymentMethodList,
  paymentMethodSetFallback,
} from '../../payments/queries/payment-accounts.ts';
import { newId } from '../../../base/ids.ts';
import { openOutgoing } from '../../../base/net/http-client.ts';
import { openPaymentProviders } from '../../payments/index.ts';
import { deriveKey } from '../../../base/crypto/derive-keys.ts';
import { cloneDatabase } from '../../../testing/test-service.ts';
import { createStore } from '../../../stores/manage-stores.ts';
import { setPaymentAccount } from '../testing/set-unverified.ts';
import {
  connectPaymentAccount,
  removePaymentMethod,
  type PaymentAccountRequest,
  type VerifyingDeps,
} from './connect.ts';
import { paymentAccountOf } from './load-account.ts';
import { setLive } from './sell-for-real.ts';
import { openSimulatedPayments } from './simulated-payments.ts';

const credentialsKey = deriveKey('a secret for tests of thirty-two characters', 'credentials');
const pixKey = { key: 'loja@loja.example', name: 'Ana Lima', city: 'Recife' };
const mercadopago = {
  provider: 'mercadopago',
  settings: { publicKey: 'APP_USR-1234567890', installments: 12 },
  credentials: { accessToken: 'APP_USR-6789012345' },
};

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
let storeId: string;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 4, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});
beforeEach(async () => {
  ({ storeId } = await createStore(db, 'Loja da Ana'));
});

const set = (request: Parameters<typeof setPaymentAccount>[2], store = storeId) =>
  setPaymentAccount({ db, credentialsKey }, store, request, unaudited);
async function made(request: Parameters<typeof setPaymentAccount>[2], store = storeId): Promise<string> {
  const answer = await set(request, store);
  if (!answer.ok) throw new Error(`${answer.code} ${answer.issues.join()}`);
  return answer.accountId;
}
const live = (store = storeId) => db.query('update stores set live = true where store_id = $1', [store]);

test('[COM14] a store has one account with each provider, changed in place, and a change clears its last error', async () => {
  const accountId = await made({ ...mercadopago, methods: ['pix', 'card'] });
  await paymentAccountSetLastError(db, accountId, 'ACCESS_TOKEN');
  const credentials = { accessToken: 'APP_USR-0000000000' };
  expect(await made({ provider: 'mercadopago', credentials, methods: ['boleto'] })).toBe(accountId);
  expect(await paymentAccountStatuses(db, storeId)).toMatchObject([
    { accountId, settings: mercadopago.settings, methods: ['pix', 'boleto', 'card'], lastError: null },
  ]);
  expect(await paymentAccountOf({ db, credentialsKey }, accountId)).toMatchObject({
    accountId,
    storeId,
    provider: 'mercadopago',
    settings: mercadopago.settings,
    credentials,
  });
  await made({ provider: 'pix-key', settings: pixKey, methods: ['pix'] });
  expect(await removePaymentMethod({ db }, storeId, 'boleto', unaudited)).toBe(true);
  expect(await removePaymentMethod({ db }, storeId, 'boleto', unaudited)).toBe(false);
  expect(await paymentAccountStatuses(db, storeId)).toMatchObject([{ methods: ['card'] }, { methods: ['pix'] }]);
});

test.each([
  [{ provider: 'paypal', methods: [] }, 'UNKNOWN_PROVIDER'],
  [{ provider: 'constructor', methods: [] }, 'UNKNOWN_PROVIDER'],
  [{ provider: 'pix-key', settings: pixKey, methods: ['pix', 'card'] as const }, 'METHOD_NOT_SUPPORTED'],
  [{ provider: 'pix-key', methods: ['pix'] as const }, 'WRONG_SETTINGS'],
  [{ provider: 'mercadopago', settings: mercadopago.settings, methods: ['pix'] as const }, 'WRONG_CREDENTIALS'],
  [{ provider: 'sandbox', settings: { any: 1 }, methods: ['pix'] as const }, 'WRONG_SETTINGS'],
])('[COM14] %j is refused, %s, and stores nothing', async (request, code) => {
  expect(await set(request)).toMatchObject({ ok: false, code });
  expect(await paymentAccountStatuses(db, storeId)).toEqual([]);
});

test('[COM14] an unknown or deleted store gets no payment method', async () => {
  const refused = { ok: false, code: 'STORE_NOT_FOUND', issues: [] };
  expect(await set({ provider: 'sandbox', methods: ['pix'] }, newId())).toEqual(refused);
  await db.query('update stores set deleted_at = now() where store_id = $1', [storeId]);
  expect(await set({ provider: 'sandbox', methods: ['pix'] })).toEqual(refused);
});

describe('credentials', () => {
  test('[COM14] open in no other row, and not under another secret of the server, which makes the account broken', async () => {
    const accountId = await made({ ...mercadopago, methods: ['pix'] });
    const other = await createStore(db, 'Outra');
    const stolen = await made({ ...mercadopago, methods: ['pix'] }, other.storeId);
    await db.query(
      `update payment_accounts set credentials = (select credentials from payment_accounts where account_id = $1)
       where account_id = $2`,
      [accountId, stolen],
    );
    expect(await paymentAccountOf({ db, credentialsKey }, stolen)).toMatchObject({ credentials: {} });
    const anotherKey = deriveKey('another secret of thirty-two characters', 'credentials');
    const account = await paymentAccountOf({ db, credentialsKey: anotherKey }, accountId);
    const callOut = openOutgoing({ allowPrivate: false });
    const clock = () => 0;
    const parts = {
      callOut,
      settings: { MERCADOPAGO_URL: 'http://127.0.0.1:1' },
      simulatedPayments: openSimulatedPayments(db),
      clock,
    };
    const lookup = { paymentId: newId(), providerId: null, method: 'pix' } as const;
    const never = new AbortController().signal;
    expect(await openPaymentProviders(parts).mercadopago.find(account!, lookup, never)).toEqual({
      outcome: 'broken',
      reason: 'CREDENTIALS',
    });
    expect(
      await setPaymentAccount(
        { db, credentialsKey: anotherKey },
        storeId,
        { provider: 'mercadopago', methods: [] },
        unaudited,
      ),
    ).toMatchObject({ ok: false, code: 'WRONG_CREDENTIALS' });
  });
});

describe('no sandbox payments in a live store', () => {
  test('[COM14] setPaymentAccount refuses them', async () => {
    await live();
    expect(await set({ provider: 'sandbox', methods: ['pix'] })).toMatchObject({ code: 'SANDBOX_IN_LIVE_STORE' });
  });

  test('[COM14] the database refuses them, for a change of either side', async () => {
    const constraint = { constraint: 'forbid_sandbox_in_live_store' };
    const accountId = await made({ provider: 'sandbox', methods: ['pix'] });
    await expect(live()).rejects.toMatchObject(constraint);
    await removePaymentMethod({ db }, storeId, 'pix', unaudited);
    await live();
    await expect(
      db.query('insert into payment_methods (store_id, method, account_id) values ($1, $2, $3)', [
        storeId,
        'pix',
        accountId,
      ]),
    ).rejects.toMatchObject(constraint);
  });

  test('[COM14] making a store live while it gets the sandbox concurrently: one of the two is refused', async () => {
    for (let round = 0; round < 20; round++) {
      const { storeId } = await createStore(db, 'Loja');
      const [paid, sold] = await Promise.allSettled([
        set({ provider: 'sandbox', methods: ['pix'] }, storeId),
        live(storeId),
      ]);
      const isPaid = paid.status === 'fulfilled' && paid.value.ok;
      expect(isPaid).not.toBe(sold.status === 'fulfilled');
    }
  });
});

describe('[COM14] selling for real', () => {
  const taken = async () =>
    Object.fromEntries((await paymentMethodList(db, storeId)).map(({ method, provider }) => [method, provider]));
  const isLive = async () =>
    (await db.query<{ live: boolean }>('select live from stores where store_id = $1', [storeId])).rows[0]!.live;

  test('[COM15] a real account takes methods over from the simulator by itself, and from another account it does not', async () => {
    await made({ provider: 'sandbox', methods: ['pix', 'boleto', 'card'] });
    await made({ provider: 'pix-key', settings: pixKey, methods: ['pix'] });
    expect(await taken()).toEqual({ pix: 'pix-key', boleto: 'sandbox', card: 'sandbox' });
    const deps = { db, credentialsKey } as VerifyingDeps;
    const connect = (request: Omit<PaymentAccountRequest, 'saveAnyway'>) =>
      connectPaymentAccount(deps, storeId, { ...request, saveAnyway: true }, new AbortController().signal, unaudited);
    expect(await connect({ ...mercadopago, methods: ['pix'] })).toMatchObject({ code: 'METHOD_OF_OTHER_ACCOUNT' });
    expect(await connect({ provider: 'sandbox', methods: ['pix'] })).toMatchObject({ code: 'METHOD_OF_OTHER_ACCOUNT' });
    expect(await connect({ ...mercadopago, methods: ['boleto', 'card'] })).toMatchObject({ ok: true });
    expect(await taken()).toEqual({ pix: 'pix-key', boleto: 'mercadopago', card: 'mercadopago' });
  });

  test('takes the simulated methods away; back in test the simulator has them again, and no method of an account', async () => {
    await made({ provider: 'sandbox', methods: ['pix', 'boleto', 'card'] });
    expect(await setLive(db, storeId, true, unaudited)).toBe('NO_REAL_PAYMENT');
    expect(await isLive()).toBe(false);
    await made({ provider: 'pix-key', settings: pixKey, methods: ['pix'] });
    await paymentMethodSetFallback(db, storeId, 'pix', await made({ provider: 'sandbox', methods: [] }));
    expect(await setLive(db, storeId, true, unaudited)).toBeUndefined();
    expect([await taken(), await isLive()]).toEqual([{ pix: 'pix-key' }, true]);
    expect(await setLive(db, storeId, false, unaudited)).toBeUndefined();
    expect([await taken(), await isLive()]).toEqual([{ pix: 'pix-key', boleto: 'sandbox', card: 'sandbox' }, false]);
  });

  test('is refused without any payment method, and for a store that does not exist', async () => {
    expect(await setLive(db, storeId, true, unaudited)).toBe('NO_REAL_PAYMENT');
    expect(await setLive(db, newId(), true, unaudited)).toBe('STORE_NOT_FOUND');
  });
});
