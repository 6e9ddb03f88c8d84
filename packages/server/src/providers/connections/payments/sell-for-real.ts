import { paymentMethods } from '@retoma/commerce';
import type { Audit } from '../../../http/audit-actions.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import {
  paymentMethodFallbackDeleteOf,
  paymentMethodList,
  paymentMethodDelete,
  paymentAccountFindOf,
  paymentMethodSet,
  paymentStoreLock,
} from '../../payments/queries/payment-accounts.ts';
import { paymentProvider, simulatedProviderNames } from '../../payments/index.ts';
import { storeFind, storeUpdate } from '../../../stores/queries/stores.ts';

/**
 * The refusals of `setLive`. `NO_REAL_PAYMENT`: only simulated accounts take the store's payments. `EXAMPLE_STORE`: an example store does
 * not become live (AUT16), nor does a test store (TST3).
 */
export type LiveRefusal = 'STORE_NOT_FOUND' | 'NO_REAL_PAYMENT' | 'EXAMPLE_STORE' | 'TEST_STORE';

/**
 * COM14: makes a store live, and takes from it the payment methods that are only simulated; or puts it back to the test, in which the
 * simulator takes the methods that no other account takes.
 */
export const setLive = (
  db: Database,
  storeId: string,
  live: boolean,
  audit: Audit<'protected_settings_changed'>,
): Promise<LiveRefusal | undefined> =>
  inTransaction(db, async (client) => {
    if (!(await paymentStoreLock(client, storeId))) return 'STORE_NOT_FOUND';
    const store = await storeFind(client, storeId);
    if (store?.testOf !== null) return 'TEST_STORE';
    if (live && store.exampleOf !== null) return 'EXAMPLE_STORE';
    const taken = await paymentMethodList(client, storeId);
    if (live) {
      const simulated = taken.filter(({ provider }) => simulatedProviderNames.some((name) => name === provider));
      if (simulated.length === taken.length) return 'NO_REAL_PAYMENT';
      for (const { method } of simulated) await paymentMethodDelete(client, storeId, method);
      await paymentMethodFallbackDeleteOf(client, storeId, simulatedProviderNames);
    }
    await storeUpdate(client, storeId, { live });
    for (const name of live ? [] : simulatedProviderNames) {
      const account = await paymentAccountFindOf(client, storeId, name);
      const free = paymentMethods.filter((method) => !taken.some((one) => one.method === method));
      for (const method of account ? free.filter((one) => paymentProvider(name).methods.includes(one)) : [])
        await paymentMethodSet(client, storeId, method, account!.accountId);
    }
    await audit(client, { storeId, action: 'protected_settings_changed', detail: 'live' });
    return undefined;
  });
