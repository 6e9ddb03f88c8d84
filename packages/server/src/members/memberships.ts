import {
  membershipDelete,
  membershipListOfStores,
  membershipLockAll,
  membershipRole,
  membershipSet,
} from './queries/memberships.ts';
import type { UserDatabases } from '../base/postgres/databases.ts';
import type { Queryable } from '../base/postgres/pool.ts';
import { userStoreDelete, userStoreInsert } from './queries/user-stores.ts';
import { userFindByEmail, userList, type ListedUser } from './queries/users.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import type { Audit } from '../http/audit-actions.ts';
import type { AuthDeps } from './auth-deps.ts';
import { accountEmail } from './account-email.ts';
import { hasSecondFactor, type Session } from './sessions.ts';
import { may, type Permission, type Role } from '../http/roles.ts';

/** Why a change of a membership is refused. */
export type MembershipRefusal = 'USER_NOT_FOUND' | 'STORE_NOT_FOUND' | 'NOT_A_MEMBER' | 'LAST_OWNER';

/** A store and a user. `by`: the member who changes their role; absent: the command line. */
type Change = { readonly storeId: string; readonly email: string; readonly by?: string | null };

type Changed = { ok: true; userId: string } | { ok: false; code: MembershipRefusal };

/** AUT5: adds a user to a store's team, or changes the member's role. LAST_OWNER: the change would leave the store without an owner. */
export const grantMembership = (
  deps: AuthDeps,
  change: Change,
  role: Role,
  audit: Audit<'member_granted'>,
): Promise<Changed> =>
  changeMembership(deps, change, role, (client, entry) =>
    audit(client, { ...entry, action: 'member_granted', detail: role }),
  );

/** AUT5: removes a member from a store's team. LAST_OWNER: the change would leave the store without an owner. */
export const revokeMembership = (deps: AuthDeps, change: Change, audit: Audit<'member_revoked'>): Promise<Changed> =>
  changeMembership(deps, change, null, (client, entry) => audit(client, { ...entry, action: 'member_revoked' }));

async function changeMembership(
  deps: AuthDeps,
  { storeId, email, by = null }: Change,
  role: Role | null,
  audit: (client: Queryable, entry: { storeId: string; subjectId: string; alsoTo: string }) => Promise<void>,
): Promise<Changed> {
  const user = await userFindByEmail(deps.usersDb, accountEmail(email));
  if (!user) return { ok: false, code: 'USER_NOT_FOUND' };
  const { userId } = user;
  return changingMembership(deps, { storeId, userId }, () => setRole(deps, { storeId, userId, role, by }, audit));
}

/**
 * Runs `change`, which may begin or end a membership in the store's database. The store is one of the user's stores before a membership
 * begins, so that none is overlooked, and until none is found.
 */
export async function changingMembership<T>(
  { usersDb, storeDb }: UserDatabases,
  { storeId, userId }: { storeId: string; userId: string },
  change: () => Promise<T>,
): Promise<T> {
  await userStoreInsert(usersDb, userId, storeId);
  const result = await change();
  const isMember = async (): Promise<boolean> =>
    (await membershipRole(storeDb(storeId), storeId, userId)) !== undefined;
  if (!(await isMember())) await userStoreDelete(usersDb, userId, storeId);
  // Another change at the same time may have begun a membership meanwhile, or have deleted the row of this one.
  if (await isMember()) await userStoreInsert(usersDb, userId, storeId);
  return result;
}

/** Changes the role of a user at a store in one transaction of its shard; `role` null: ends the membership. */
function setRole(
  { storeDb, clock }: AuthDeps,
  { storeId, userId, role, by }: { storeId: string; userId: string; role: Role | null; by: string | null },
  audit: (client: Queryable, entry: { storeId: string; subjectId: string; alsoTo: string }) => Promise<void>,
): Promise<Changed> {
  return inTransaction<Changed>(storeDb(storeId), async (client) => {
    const members = await membershipLockAll(client, storeId);
    if (!members) return { ok: false, code: 'STORE_NOT_FOUND' };
    const current = members.find((member) => member.userId === userId)?.role;
    if (role === null && current === undefined) return { ok: false, code: 'NOT_A_MEMBER' };
    const owners = members.filter((member) => member.role === 'owner').length;
    if (current === 'owner' && role !== 'owner' && owners === 1) return { ok: false, code: 'LAST_OWNER' };
    if (role === null) await membershipDelete(client, storeId, userId);
    else await membershipSet(client, { storeId, userId, role, by, at: clock() });
    // The affected user gets the e-mail too, even if the user is no longer an owner.
    await audit(client, { storeId, subjectId: userId, alsoTo: userId });
    return { ok: true, userId };
  });
}

/** A member of a store. */
export type Member = ListedUser & { readonly role: Role };

/** The members of a store, sorted by e-mail. */
export async function membersOf(
  { db, usersDb }: { readonly db: Queryable; readonly usersDb: Queryable },
  storeId: string,
): Promise<Member[]> {
  const memberships = await membershipListOfStores(db, [storeId]);
  const roles = new Map(memberships.map(({ userId, role }) => [userId, role as Role]));
  const users = await userList(usersDb, [...roles.keys()]);
  return users.map((user) => ({ ...user, role: roles.get(user.userId)! }));
}

/** AUT5, TST5: whether a member has a permission. The team of a test store is changed at its store. */
export const mayIn = ({ role, isTest }: { role: string; isTest: boolean }, permission: Permission): boolean =>
  may(role, permission) && !(isTest && permission === 'changeTeam');

/** AUT5: whether a user has a permission at a store; undefined if the user is not a member or the store does not exist. */
export async function mayAtStore(
  db: Queryable,
  { storeId, userId, permission }: { storeId: string; userId: string; permission: Permission },
): Promise<boolean | undefined> {
  const member = await membershipRole(db, storeId, userId);
  return member && mayIn(member, permission);
}

/** AUT4, AUT5: why a user lacks a permission at a store; undefined: they have it. NOT_A_MEMBER: also if the store does not exist. */
export async function refusalAtStore(
  db: Queryable,
  { userId, totp, passkeys }: Session,
  { storeId, permission }: { storeId: string; permission: Permission },
): Promise<'NOT_A_MEMBER' | 'NOT_ALLOWED' | 'SECOND_FACTOR_NEEDED' | undefined> {
  const member = await membershipRole(db, storeId, userId);
  if (!member) return 'NOT_A_MEMBER';
  const { role, requireSecondFactor } = member;
  if (!mayIn(member, permission)) return 'NOT_ALLOWED';
  return role === 'owner' && requireSecondFactor && !hasSecondFactor({ totp, passkeys })
    ? 'SECOND_FACTOR_NEEDED'
    : undefined;
}
