import { userStoreIds } from '../queries/user-stores.ts';
import type { UserDatabases } from '../../base/postgres/databases.ts';
import { storesOfUser, type StoreOfUser } from '../stores-of-user.ts';

/** The stores of a user without a second factor. */
export const storesOf = async (databases: UserDatabases, userId: string): Promise<StoreOfUser[]> =>
  storesOfUser(databases, {
    userId,
    totp: false,
    passkeys: 0,
    storeIds: await userStoreIds(databases.usersDb, userId),
  });
