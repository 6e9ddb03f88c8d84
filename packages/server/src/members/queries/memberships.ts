import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, execute, queryColumn, queryRow, queryRows, queryValue } from '../../base/postgres/query.ts';

/** A store with a user's membership. */
export type Membership = {
  readonly storeId: string;
  readonly name: string;
  readonly timeZone: string;
  /** AUT15: the store holds example data. */
  readonly example: boolean;
  /** TST1: the store whose test mode this one is; null: it is no test store. */
  readonly testOf: string | null;
  readonly role: string;
  /** AUT4: the store requires a second factor of its owners. */
  readonly requireSecondFactor: boolean;
};

/** TST5: the members of a test store are those of its store. Joins the memberships of a store `s`. */
const members = 'join memberships m on m.store_id = coalesce(s.test_of, s.store_id)';

const secondFactor = 's.require_second_factor as "requireSecondFactor"';

/** The stores of a user in this database, test stores among them, by name. */
export const membershipList = (db: Queryable, userId: string): Promise<Membership[]> =>
  queryRows(db, {
    text: `select s.store_id as "storeId", s.name, s.time_zone as "timeZone", s.example_of is not null as example, s.test_of as "testOf",
       m.role, ${secondFactor}
     from memberships m cross join lateral (
       select * from stores where store_id = m.store_id
       union all select * from stores where test_of = m.store_id and deleted_at is null) s
     where m.user_id = $1 and s.deleted_at is null order by s.name, s.store_id`,
    values: [userId],
  });

/**
 * The role of a user at a store, and whether the store requires a second factor of its owners. Undefined if the user is not a member or the
 * store is deleted.
 */
export const membershipRole = (
  db: Queryable,
  storeId: string,
  userId: string,
): Promise<{ role: string; requireSecondFactor: boolean; isTest: boolean } | undefined> =>
  queryRow(db, {
    text: `select m.role, ${secondFactor}, s.test_of is not null as "isTest" from stores s ${members}
     where s.store_id = $1 and m.user_id = $2 and s.deleted_at is null`,
    values: [storeId, userId],
  });

/** The role of a user at a store, whose membership is locked until the transaction ends; undefined: none. */
export const membershipLock = (db: Queryable, storeId: string, userId: string): Promise<string | undefined> =>
  queryValue(db, {
    text: `select m.role from stores s ${members} where s.store_id = $1 and m.user_id = $2 for no key update of m`,
    values: [storeId, userId],
  });

/** All members of a store; the store is locked until the transaction ends. Undefined if there is no such store, or it is a test store. */
export async function membershipLockAll(
  db: Queryable,
  storeId: string,
): Promise<{ userId: string; role: string }[] | undefined> {
  // The lock is on the store's row: two changes at once must not remove the last owner, and a new member has no row to lock.
  const isLocked = await affectsOne(db, {
    text: 'select from stores where store_id = $1 and deleted_at is null and test_of is null for no key update',
    values: [storeId],
  });
  if (!isLocked) return undefined;
  return queryRows(db, {
    text: 'select user_id as "userId", role from memberships where store_id = $1',
    values: [storeId],
  });
}

/** Makes a user a member of a store, or changes the role. `by`: the user who gave it; null: no member of the store. */
export const membershipSet = (
  db: Queryable,
  { storeId, userId, role, by, at }: { storeId: string; userId: string; role: string; by: string | null; at: number },
): Promise<void> =>
  execute(db, {
    text: `insert into memberships as before (store_id, user_id, role, created_at, owner_since, owner_granted_by)
     values ($1, $2, $3, to_timestamp($4 / 1000.0), case when $3 = 'owner' then to_timestamp($4 / 1000.0) end,
       case when $3 = 'owner' then $5::uuid end)
     on conflict (store_id, user_id) do update set role = excluded.role,
       owner_since = case when before.role = 'owner' then before.owner_since else excluded.owner_since end,
       owner_granted_by = case when before.role = 'owner' then before.owner_granted_by else excluded.owner_granted_by end`,
    values: [storeId, userId, role, at, by],
  });

/** AUT10: since when a user is an owner of a store, in milliseconds, and who gave them the role. Undefined: they are none. */
export const ownershipFind = (
  db: Queryable,
  storeId: string,
  userId: string,
): Promise<{ since: number; grantedBy: string | null } | undefined> =>
  queryRow(db, {
    text: `select extract(epoch from coalesce(owner_since, created_at))::float8 * 1000 as since, owner_granted_by as "grantedBy"
     from memberships where store_id = $1 and user_id = $2 and role = 'owner'`,
    values: [storeId, userId],
  });

/** Removes a user from a store. */
export const membershipDelete = (db: Queryable, storeId: string, userId: string): Promise<void> =>
  execute(db, { text: 'delete from memberships where store_id = $1 and user_id = $2', values: [storeId, userId] });

/** A store's name, and the users who own it; undefined if it is deleted or holds example data (AUT16). */
export const membershipOwners = (
  db: Queryable,
  storeId: string,
): Promise<{ name: string; userIds: string[] } | undefined> =>
  queryRow(db, {
    text: `select s.name, array(select m.user_id from memberships m
       where m.store_id = s.store_id and m.role = 'owner' order by m.user_id)::text[] as "userIds"
     from stores s where s.store_id = $1 and s.deleted_at is null and s.example_of is null`,
    values: [storeId],
  });

/** The users who own one of these stores at least, besides stores of example data. */
export async function membershipOwnersOfMany(db: Queryable, storeIds: readonly string[]): Promise<string[]> {
  if (storeIds.length === 0) return [];
  return queryColumn(db, {
    text: `select distinct m.user_id from memberships m join stores s using (store_id)
     where m.store_id = any ($1::uuid[]) and m.role = 'owner' and s.deleted_at is null and s.example_of is null`,
    values: [storeIds],
  });
}

/** A membership with its store. */
export type MembershipOfStore = {
  readonly userId: string;
  readonly storeId: string;
  readonly name: string;
  readonly role: string;
};

/** The memberships of stores. */
export const membershipListOfStores = (db: Queryable, storeIds: readonly string[]): Promise<MembershipOfStore[]> =>
  queryRows(db, {
    text: `select m.user_id as "userId", m.store_id as "storeId", s.name, m.role
     from memberships m join stores s using (store_id)
     where m.store_id = any ($1::uuid[]) and s.deleted_at is null`,
    values: [storeIds],
  });

/** Whether a store holds example data (AUT15). */
export const isExampleStore = async (db: Queryable, storeId: string): Promise<boolean> =>
  (await queryValue<boolean>(db, {
    name: 'is-example-store',
    text: 'select example_of is not null from stores where store_id = $1',
    values: [storeId],
  })) ?? false;
