import { auditAs } from '../../members/audit/audit-log.ts';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { insertSandbox } from '../../providers/connections/insert-sandbox.ts';
import { freightSettingsFind, freightSettingsSet } from '../../stores/queries/freight-settings.ts';
import { shippingOptionInsert, shippingOptionList } from '../../stores/queries/shipping-options.ts';
import { storeFind, storeInsert } from '../../stores/queries/stores.ts';
import { storeCopySettings, testStoreFind } from './queries/test-stores.ts';

/** Dependencies of `openTestStore`. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type TestStoreDeps = { readonly db: Database; readonly clock: Clock; readonly credentialsKey: Buffer };

/** Why a store has no test mode: it does not exist, is a test store itself, or holds example data. */
export type TestStoreRefusal = 'STORE_NOT_FOUND' | 'TEST_STORE' | 'EXAMPLE_STORE';

/**
 * TST1: the test store of a store, made if there is none: in the same shard, connected to the sandbox, with copies of the shipping options.
 * `userId`: the member who opens it; null: the command line.
 */
export async function openTestStore(
  { db, clock, credentialsKey }: TestStoreDeps,
  { storeId, userId }: { readonly storeId: string; readonly userId: string | null },
): Promise<{ ok: true; testStoreId: string } | { ok: false; code: TestStoreRefusal }> {
  return inTransaction<{ ok: true; testStoreId: string } | { ok: false; code: TestStoreRefusal }>(
    db,
    async (client) => {
      // The lock on the store lets a second request find the store that the first one makes.
      const known = await testStoreFind(client, storeId);
      if (known !== undefined) return { ok: true, testStoreId: known };
      const store = await storeFind(client, storeId);
      if (!store) return { ok: false, code: 'STORE_NOT_FOUND' };
      if (store.testOf !== null) return { ok: false, code: 'TEST_STORE' };
      if (store.exampleOf !== null) return { ok: false, code: 'EXAMPLE_STORE' };
      const testStoreId = newId(storeId);
      const id = (): string => newId(storeId);
      await storeInsert(client, { storeId: testStoreId, name: store.name, demo: false, testOf: storeId });
      await storeCopySettings(client, storeId);
      const connectionIds = { whatsapp: id(), email: id(), sms: id() };
      await insertSandbox(client, { credentialsKey, now: clock() }, testStoreId, { accountId: id(), connectionIds });
      const freight = await freightSettingsFind(client, storeId);
      if (freight) await freightSettingsSet(client, testStoreId, freight);
      for (const option of await shippingOptionList(client, storeId))
        await shippingOptionInsert(client, { ...option, shippingOptionId: id(), storeId: testStoreId });
      await auditAs({ userId, clock })(client, { storeId: testStoreId, action: 'store_created' });
      return { ok: true, testStoreId };
    },
  );
}
