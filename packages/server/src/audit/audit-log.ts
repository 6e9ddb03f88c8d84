import type { Database, Queryable } from '../db/pool.ts';
import { activityInsert, activityList, type ActivityEntry } from '../db/queries/auth/audit-log.ts';
import { membershipList } from '../db/queries/auth/memberships.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Clock } from '../platform/clock.ts';
import { isId, newId } from '../platform/ids.ts';
import { alertOwners } from './alert-owners.ts';
import type { Activity } from './audit-actions.ts';

/** Entries of one page. */
const activityPage = 50;

/** What a change adds to the audit log (AUT6). It must not contain data of shoppers. */
type AuditEntry<Action extends Activity> = {
  readonly storeId: string;
  readonly action: Action;
  readonly subjectId?: string;
  /** Cut to 200 characters; null: none. */
  readonly detail?: string | null;
  /** One more recipient of the e-mail (AUT8). */
  readonly alsoTo?: string;
};

/**
 * AUT6, AUT8: writes an entry about a change and queues the e-mails to the owners, both in `tx`, the transaction of the change. It knows the
 * actor; the caller knows what changed. `Action`: what it may write.
 */
export type Audit<Action extends Activity> = (tx: Queryable, entry: AuditEntry<Action>) => Promise<void>;

/** The audit of one actor. `userId` null: the command line. */
export const auditAs =
  ({ userId, clock }: { readonly userId: string | null; readonly clock: Clock }): Audit<Activity> =>
  async (tx, { detail = null, ...rest }) => {
    const entry = { ...rest, userId, at: clock(), ...(detail !== null && { detail: detail.slice(0, 200) }) };
    await insert(tx, entry);
    await alertOwners(tx, { ...entry, storeIds: [entry.storeId] });
  };

/** Audits an access that changes nothing, in a transaction of its own. */
export const auditAccess = <Action extends Activity>(
  db: Database,
  audit: Audit<Action>,
  entry: AuditEntry<Action>,
): Promise<void> => inTransaction(db, (tx) => audit(tx, entry));

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

function insert(
  db: Queryable,
  entry: { storeId: string; userId: string | null; action: Activity; at: number; subjectId?: string; detail?: string },
): Promise<void> {
  const { at: createdAt, subjectId = null, detail = null } = entry;
  return activityInsert(db, { ...entry, activityId: newId(), subjectId, detail, createdAt });
}

/** One page of the audit log of a store, newest first. `before`: only entries older than this one; an invalid id is ignored. */
export async function readActivity(db: Queryable, storeId: string, before?: string): Promise<ActivityReading[]> {
  const page = { before: before !== undefined && isId(before) ? before : undefined, limit: activityPage };
  return (await activityList(db, storeId, page)) as ActivityReading[];
}

type ActivityReading = ActivityEntry & { readonly action: Activity };
