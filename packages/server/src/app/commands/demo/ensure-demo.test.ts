import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validateText } from '@retoma/flow';
import { providersOf } from '../../providers.ts';
import { MailThread } from '../../../providers/channels/email/thread/mail-thread.ts';
import { channelProvidersOf } from '../../providers.ts';
import { openPool, type Database } from '../../../base/postgres/pool.ts';
import { automationList, automationSetActive } from '../../../automations/definitions/queries/automations.ts';
import { connectionListActive } from '../../../providers/queries/connections.ts';
import { paymentAccountStatuses } from '../../../providers/payments/queries/payment-accounts.ts';
import { shippingOptionList, shippingOptionRetire } from '../../../stores/queries/shipping-options.ts';
import { deriveKey } from '../../../base/crypto/derive-keys.ts';
import { ApiKeys } from '../../../stores/api-key.ts';
import { setConnection } from '../../../providers/connections/testing/set-unverified.ts';
import { removePaymentMethod } from '../../../providers/connections/payments/connect.ts';
import { cloneDatabase } from '../../../testing/test-service.ts';
import { demoAutomation, ensureDemo } from './ensure-demo.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 2, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const secret = 'a secret for tests of thirty-two characters';
const partsOf = (): Parameters<typeof ensureDemo>[0] => ({
  db,
  clock: Date.now,
  keys: new ApiKeys(secret),
  credentialsKey: deriveKey(secret, 'credentials'),
  channelProviders: channelProvidersOf({ allowPrivateAddresses: false }, db, new MailThread()),
  payments: providersOf({ allowPrivateAddresses: false, providerSettings: {} }, db, Date.now),
});

test('the automation of the demo store has neither errors nor warnings', () => {
  expect(validateText(demoAutomation(), { mode: 'block' })).toMatchObject({
    valid: true,
    structure: [],
    _validation: { totalErrors: 0, totalWarnings: 0 },
  });
});

test('the demo store is set up once, and later changes stay', async () => {
  const parts = partsOf();
  const demo = await ensureDemo(parts);
  const { storeId } = demo;
  const [automation] = await automationList(db, storeId);
  expect(automation).toMatchObject({ name: 'Recuperar PIX', active: true, publishedVersion: 1 });
  await automationSetActive(db, storeId, automation!.automationId, false, 'hold');
  await setConnection(parts, storeId, { channel: 'sms', provider: 'sandbox', perMinute: 5 }, unaudited);
  expect(await paymentAccountStatuses(db, storeId)).toMatchObject([
    { provider: 'sandbox', methods: ['pix', 'boleto', 'card'] },
  ]);
  await removePaymentMethod(parts, storeId, 'boleto', unaudited);
  const options = await shippingOptionList(db, storeId);
  expect(options.map(({ name }) => name)).toEqual(['PAC', 'Sedex']);
  for (const { shippingOptionId } of options) await shippingOptionRetire(db, shippingOptionId, null);
  expect(await ensureDemo(parts)).toEqual(demo);
  expect(await shippingOptionList(db, storeId)).toEqual([]);
  expect(await paymentAccountStatuses(db, storeId)).toMatchObject([{ provider: 'sandbox', methods: ['pix', 'card'] }]);
  expect(await automationList(db, storeId)).toMatchObject([{ active: false, publishedVersion: 1 }]);
  const paces = (await connectionListActive(db, [storeId])).map(({ channel, perMinute }) => [channel, perMinute]);
  expect(Object.fromEntries(paces)).toEqual({ email: null, sms: 5, whatsapp: null });
});

test('a demo store that was made live has no sandbox payments', async () => {
  const parts = partsOf();
  const { storeId } = await ensureDemo(parts);
  await db.query('delete from payment_methods');
  await db.query('delete from payment_accounts');
  await db.query('update stores set live = true where store_id = $1', [storeId]);
  await ensureDemo(parts);
  expect(await paymentAccountStatuses(db, storeId)).toEqual([]);
});
