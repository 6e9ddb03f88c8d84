import { isUnavailable, type Database } from './pool.ts';

/**
 * The databases of users and of stores. No statement and no transaction uses both. `usersDb`: the database of users, their sessions and
 * sign-in: that of shard 0. `storeDb`: the database of a store's shard; usersDb itself for stores of shard 0, and for those of an unknown shard,
 * of which it has no row. It throws an error of an unavailable database while the shard is not open.
 */
export type UserDatabases = {
  readonly usersDb: Database;
  readonly storeDb: (storeId: string) => Database;
};

/** One database for users and all stores. */
export const oneDatabase = (db: Database): UserDatabases & { readonly db: Database } => ({
  db,
  usersDb: db,
  storeDb: () => db,
});

/** The databases that hold these stores, each with its stores. Stores whose shard is away are left out. */
export function databasesOf(
  { storeDb }: Pick<UserDatabases, 'storeDb'>,
  storeIds: readonly string[],
): Map<Database, string[]> {
  const databases = new Map<Database, string[]>();
  for (const storeId of storeIds) {
    const db = databaseOrAway(storeDb, storeId);
    if (db) databases.set(db, [...(databases.get(db) ?? []), storeId]);
  }
  return databases;
}

function databaseOrAway(storeDb: UserDatabases['storeDb'], storeId: string): Database | undefined {
  try {
    return storeDb(storeId);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return undefined;
  }
}
