import type { Clock } from '../platform/clock.ts';
import { membershipSet } from '../db/queries/auth/memberships.ts';
import type { UserDatabases } from '../db/databases.ts';
import { userStoreInsert } from '../db/queries/auth/user-stores.ts';
import { storeInsert } from '../db/queries/stores/stores.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId } from '../platform/ids.ts';
import { auditAs } from '../audit/audit-log.ts';

/** Creates a store, active at once, with the user as its owner. The name has 1 to 200 characters. */
export async function openStore(
  { usersDb, storeDb, clock }: UserDatabases & { readonly clock: Clock },
  userId: string,
  name: string,
): Promise<{ storeId: string }> {
  const storeId = newId();
  const at = clock();
  // First, so that the membership is not overlooked.
  await userStoreInsert(usersDb, userId, storeId);
  await inTransaction(storeDb(storeId), async (client) => {
    await storeInsert(client, { storeId, name, demo: false });
    await membershipSet(client, { storeId, userId, role: 'owner', at });
    await auditAs({ userId, clock })(client, { storeId, action: 'store_created' });
  });
  return { storeId };
}
