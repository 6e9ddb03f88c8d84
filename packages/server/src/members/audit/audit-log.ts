import type { Database, Queryable } from '../../base/postgres/pool.ts';
import type { UserDatabases } from '../../base/postgres/databases.ts';
import { accountActivityInsertMany } from './queries/account-activities.ts';
import { activityInsert, activityList } from './queries/audit-log.ts';
import { membershipList } from '../queries/memberships.ts';
import { userStoreIds } from '../queries/user-stores.ts';
import { userEmails } from '../queries/users.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import type { Clock } from '../../base/clock.ts';
import { isId, newId } from '../../base/ids.ts';
import { alertOwners } from './alert-owners.ts';
import type { Activity, Audit, AuditEntry } from '../../http/audit-actions.ts';

/** Entries of one page. */
const activityPage = 50;

/** Who acts: a user, a secret key by its id (API2), or the command line with neither. */
export type Actor = { readonly userId: string | null; readonly keyId?: string | null | undefined };

/** The audit of one actor. */
export const auditAs =
  ({ userId, keyId = null, clock }: Actor & { readonly clock: Clock }): Audit<Activity> =>
  async (tx, { detail = null, ...rest }) => {
    const entry = { ...rest, userId, keyId, at: clock(), ...(detail !== null && { detail: detail.slice(0, 200) }) };
    await insertActivity(tx, entry);
    // AUT8: a store's own system changes orders all day.
    if (keyId !== null && entry.action.startsWith('order_')) return;
    await alertOwners(tx, { ...entry, storeIds: [entry.storeId] });
  };

/** Audits an access that changes nothing, in a transaction of its own. */
export const auditAccess = <Action extends Activity>(
  db: Database,
  audit: Audit<Action>,
  entry: AuditEntry<Action>,
): Promise<void> => inTransaction(db, (tx) => audit(tx, entry));

/**
 * AUT6, AUT8: audits an activity on a user's own account at every store where the user works, in `tx`, the transaction of the change in the
 * database of users. Queues the e-mails to the owners of these stores and to the user. Stores in other databases follow later
 * (deliver-activities.ts). `alsoToAddress`: one more recipient.
 */
export async function noteOwnActivity(
  { usersDb, storeDb }: UserDatabases,
  tx: Queryable,
  entry: {
    userId: string;
    action: Activity;
    at: number;
    byCommandLine?: boolean;
    detail?: string;
    alsoToAddress?: string;
  },
): Promise<void> {
  const { userId, byCommandLine = false, alsoToAddress, ...rest } = entry;
  const actor = byCommandLine ? { userId: null, subjectId: userId } : { userId };
  const { local = [], remote = [] } = Object.groupBy(await userStoreIds(tx, userId), (storeId) =>
    storeDb(storeId) === usersDb ? 'local' : 'remote',
  );
  const storeIds =
    local.length === 0
      ? []
      : (await membershipList(tx, userId)).flatMap(({ storeId, testOf }) => (testOf === null ? storeId : []));
  for (const storeId of storeIds) await insertActivity(tx, { storeId, ...rest, ...actor });
  if (remote.length > 0) {
    const targets = remote.map((storeId) => ({ activityId: newId(), storeId }));
    const { action, detail = null, at: createdAt } = rest;
    await accountActivityInsertMany(tx, targets, {
      accountId: userId,
      userId: actor.userId,
      action,
      detail,
      createdAt,
    });
  }
  await alertOwners(tx, { ...rest, ...actor, storeIds, accountId: userId, alsoTo: userId, alsoToAddress });
}

function insertActivity(
  db: Queryable,
  entry: {
    storeId: string;
    userId: string | null;
    keyId?: string | null;
    action: Activity;
    at: number;
    subjectId?: string;
    orderId?: string;
    detail?: string;
  },
): Promise<boolean> {
  const { at: createdAt, subjectId = null, orderId = null, detail = null } = entry;
  return activityInsert(db, { ...entry, activityId: newId(entry.storeId), subjectId, orderId, detail, createdAt });
}

/** One entry of the audit log, with the e-mails of users. */
export type ActivityReading = {
  readonly activityId: string;
  readonly createdAt: Date;
  readonly action: Activity;
  /** A user's e-mail, or a key; null: the command line. */
  readonly by: string | null;
  readonly about: string | null;
  readonly detail: string | null;
};

/** API2: what a secret key is called where a user's name stands. */
export type KeyLabels = { labelOf(storeId: string, keyId: string): string };

/** One page of the audit log of a store, newest first. `before`: only entries older than this one; an invalid id is ignored. */
export async function readActivity(
  { db, usersDb, keys }: { readonly db: Queryable; readonly usersDb: Queryable; readonly keys: KeyLabels },
  storeId: string,
  before?: string,
): Promise<ActivityReading[]> {
  const page = { before: before !== undefined && isId(before) ? before : undefined, limit: activityPage };
  const rows = await activityList(db, storeId, page);
  const emails = await userEmails(
    usersDb,
    rows.flatMap(({ userId, subjectId }) => [userId, subjectId]),
  );
  return rows.map(({ userId, keyId, subjectId, action, ...row }) => ({
    ...row,
    action: action as Activity,
    by: emails.get(userId) ?? (keyId && keys.labelOf(storeId, keyId)),
    about: emails.get(subjectId) ?? null,
  }));
}
