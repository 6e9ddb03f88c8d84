import type { Clock } from '../base/clock.ts';
import { membershipSet } from '../members/queries/memberships.ts';
import type { UserDatabases } from '../base/postgres/databases.ts';
import { userStoreInsert } from '../members/queries/user-stores.ts';
import { storeInsert } from './queries/stores.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { auditAs } from '../members/audit/audit-log.ts';

type StoreOpening = { readonly clock: Clock; readonly newStoreId: () => Promise<string> };

/** Creates a store, active at once, with the user as its owner. The name has 1 to 200 characters. `newStoreId` determines its shard. */
export async function openStore(
  { usersDb, storeDb, clock, newStoreId }: UserDatabases & StoreOpening,
  userId: string,
  name: string,
): Promise<{ storeId: string }> {
  const storeId = await newStoreId();
  const at = clock();
  // First, so that the membership is not overlooked.
  await userStoreInsert(usersDb, userId, storeId);
  await inTransaction(storeDb(storeId), async (client) => {
    await storeInsert(client, { storeId, name, demo: false });
    await membershipSet(client, { storeId, userId, role: 'owner', by: null, at });
    await auditAs({ userId, clock })(client, { storeId, action: 'store_created' });
  });
  return { storeId };
}
