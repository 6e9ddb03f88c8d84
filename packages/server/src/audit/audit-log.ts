import type { Queryable } from '../db/pool.ts';
import { activityInsert, activityList, type ActivityEntry } from '../db/queries/auth/audit-log.ts';
import { membershipList } from '../db/queries/auth/memberships.ts';
import { isId, newId } from '../platform/ids.ts';
import { alertOwners } from './alert-owners.ts';
import type { Activity } from './audit-actions.ts';

/** Entries of one page. */
const activityPage = 50;

/** An activity at a store. `userId` null: the command line. It must not contain data of shoppers. */
type AuditEntry = {
  readonly storeId: string;
  readonly userId: string | null;
  readonly action: Activity;
  readonly at: number;
  readonly subjectId?: string;
  readonly detail?: string;
  /** One more recipient of the e-mail (AUT8). */
  readonly alsoTo?: string;
};

/** AUT6, AUT8: audits an activity of a user at a store, and queues the e-mails to its owners, both in the transaction of `db`. */
export async function noteActivity(db: Queryable, entry: AuditEntry): Promise<void> {
  await insert(db, entry);
  await alertOwners(db, { ...entry, storeIds: [entry.storeId] });
}

/**
 * AUT6, AUT8: audits an activity on a user's own account at every store where the user works. Queues the e-mails to the owners of these
 * stores and to the user. `alsoTo`: one more recipient.
 */
export async function noteOwnActivity(
  db: Queryable,
  entry: { userId: string; action: Activity; at: number; byCommandLine?: boolean; detail?: string; alsoTo?: string },
): Promise<void> {
  const { userId, byCommandLine = false, alsoTo, ...rest } = entry;
  const actor = byCommandLine ? { userId: null, subjectId: userId } : { userId };
  const stores = await membershipList(db, userId);
  for (const { storeId } of stores) await insert(db, { storeId, ...rest, ...actor });
  await alertOwners(db, {
    ...rest,
    ...actor,
    storeIds: stores.map(({ storeId }) => storeId),
    ownerOfAccount: userId,
    alsoTo,
  });
}

function insert(db: Queryable, entry: AuditEntry): Promise<void> {
  const { at: createdAt, subjectId = null, detail = null } = entry;
  return activityInsert(db, { ...entry, activityId: newId(), subjectId, detail, createdAt });
}

/** One page of the audit log of a store, newest first. `before`: only entries older than this one; an invalid id is ignored. */
export async function readActivity(db: Queryable, storeId: string, before?: string): Promise<ActivityReading[]> {
  const page = { before: before !== undefined && isId(before) ? before : undefined, limit: activityPage };
  return (await activityList(db, storeId, page)) as ActivityReading[];
}

type ActivityReading = ActivityEntry & { readonly action: Activity };
