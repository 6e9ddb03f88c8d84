// What a user sees across stores: the stores' shards are asked one by one.
import { databasesOf, type UserDatabases } from '../base/postgres/databases.ts';
import { isUnavailable, type Database } from '../base/postgres/pool.ts';
import {
  membershipList,
  membershipListOfStores,
  type Membership,
  type MembershipOfStore,
} from './queries/memberships.ts';
import { userStoreIds, userStoreIdsOfAll } from './queries/user-stores.ts';
import { userList, userName, type ListedUser } from './queries/users.ts';
import { permissionNames, type Permission, type Role } from '../http/roles.ts';
import { mayIn } from './memberships.ts';
import { hasSecondFactor, type Session } from './sessions.ts';

/** A store of a user, with the user's role and permissions. */
export type StoreOfUser = {
  readonly storeId: string;
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  /** AUT15: it holds example data. */
  readonly example: boolean;
  /** TST1: the store whose test mode this one is; null: it is no test store. */
  readonly testOf: string | null;
  readonly role: Role;
  /** AUT4: the store refuses the user until they have a second factor. */
  readonly needsSecondFactor: boolean;
  readonly may: Permission[];
};

/** The stores that a user works for, sorted by name. */
export async function storesOfUser(
  databases: UserDatabases,
  { userId, storeIds, ...factors }: Pick<Session, 'userId' | 'totp' | 'passkeys' | 'storeIds'>,
): Promise<StoreOfUser[]> {
  const memberships = await membershipsOf(databases, userId, storeIds);
  return memberships.map(({ storeId, name, timeZone, example, testOf, role, requireSecondFactor }) => ({
    storeId,
    name,
    timeZone,
    example,
    testOf,
    role: role as Role,
    needsSecondFactor: role === 'owner' && requireSecondFactor && !hasSecondFactor(factors),
    may: permissionNames.filter((permission) => mayIn({ role, isTest: testOf !== null }, permission)),
  }));
}

/** The memberships of a user in the databases of these stores, sorted by the name of the store. */
async function membershipsOf(
  databases: UserDatabases,
  userId: string,
  storeIds: readonly string[],
): Promise<Membership[]> {
  const shards = databasesOf(databases, storeIds);
  // The panel of other stores goes on while one shard is away; without the database of users nothing does.
  const listIn = (db: Database): Promise<Membership[]> =>
    membershipList(db, userId).catch((error: unknown) => {
      if (db === databases.usersDb || !isUnavailable(error)) throw error;
      return [];
    });
  const lists = await Promise.all([...shards.keys()].map((db) => listIn(db)));
  // The database has sorted the stores of one shard.
  return lists.length === 1
    ? lists[0]!
    : lists.flat().sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
}

/** The names of a user and of their stores; a password must not equal one of them. */
export async function namesOfUser(databases: UserDatabases, userId: string): Promise<string[]> {
  const own = await userName(databases.usersDb, userId);
  const stores = await membershipsOf(databases, userId, await userStoreIds(databases.usersDb, userId));
  return [...(own === undefined ? [] : [own]), ...stores.map(({ name }) => name)];
}

/** A user in a list, with their stores. */
export type UserWithStores = ListedUser & { readonly stores: readonly Omit<MembershipOfStore, 'userId'>[] };

/** All users by e-mail, with their stores; `storeId`: only the members of that store, with it alone. */
export async function listUsers(databases: UserDatabases, storeId?: string): Promise<UserWithStores[]> {
  const storeIds = storeId === undefined ? await userStoreIdsOfAll(databases.usersDb) : [storeId];
  const shards = [...databasesOf(databases, storeIds)];
  const lists = await Promise.all(shards.map(([db, ids]) => membershipListOfStores(db, ids)));
  const memberships = Map.groupBy(lists.flat(), ({ userId }) => userId);
  const users = await userList(databases.usersDb, storeId === undefined ? undefined : [...memberships.keys()]);
  return users.map((user) => ({
    ...user,
    stores: (memberships.get(user.userId) ?? [])
      .map(({ storeId, name, role }) => ({ storeId, name, role }))
      .sort((one, other) => one.name.localeCompare(other.name, 'pt-BR')),
  }));
}
