import type { Database } from './pool.ts';

/**
 * The databases of users and of stores. No statement and no transaction uses both. `usersDb`: the database of users, their sessions and
 * sign-in: that of shard 0. `storeDb`: the database of a store's shard; usersDb itself for stores of shard 0, and for those of an unknown shard,
 * of which it has no row.
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

/** The databases that hold these stores, each with its stores. */
export function databasesOf(
  { storeDb }: Pick<UserDatabases, 'storeDb'>,
  storeIds: readonly string[],
): Map<Database, string[]> {
  return Map.groupBy(storeIds, storeDb);
}
