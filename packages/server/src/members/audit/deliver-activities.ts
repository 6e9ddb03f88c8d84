// AUT6: what a user did on their own account reaches the audit logs of stores in other databases here. The change and the queued entry were
// committed together; the id of the entry makes a repetition harmless.
import { inTransaction } from '../../base/postgres/transaction.ts';
import type { Clock } from '../../base/clock.ts';
import type { UserDatabases } from '../../base/postgres/databases.ts';
import { accountActivityClaim, accountActivityDelete, type AccountActivity } from './queries/account-activities.ts';
import { activityInsert } from './queries/audit-log.ts';
import { membershipRole } from '../queries/memberships.ts';
import { alertOwners } from './alert-owners.ts';
import type { Activity } from '../../http/audit-actions.ts';

const batch = 100;
const leaseMs = 60_000;

type ActivityDeps = UserDatabases & { readonly clock: Clock };

/** Writes queued activities into the audit logs of their stores, and queues the e-mails to the owners; returns how many. */
export async function deliverActivities(deps: ActivityDeps, signal: AbortSignal): Promise<number> {
  let delivered = 0;
  let failure: unknown;
  for (;;) {
    const due = await accountActivityClaim(deps.usersDb, { now: deps.clock(), leaseMs, limit: batch });
    for (const activity of due) {
      if (signal.aborted) return delivered;
      // A database that is away does not keep the entries of the others back.
      await deliver(deps, activity).then(
        () => delivered++,
        (error: unknown) => (failure = error),
      );
    }
    if (due.length < batch) break;
  }
  if (failure !== undefined) throw failure;
  return delivered;
}

async function deliver({ usersDb, storeDb }: ActivityDeps, activity: AccountActivity): Promise<void> {
  const { activityId, storeId, accountId, userId, detail, createdAt } = activity;
  const action = activity.action as Activity;
  await inTransaction(storeDb(storeId), async (tx) => {
    if (!(await membershipRole(tx, storeId, accountId))) return;
    // Null: the command line acted on the account.
    const subjectId = userId === null ? accountId : null;
    if (!(await activityInsert(tx, { activityId, storeId, userId, action, subjectId, detail, createdAt }))) return;
    await alertOwners(tx, {
      action,
      storeIds: [storeId],
      userId,
      at: createdAt,
      accountId,
      subjectId: subjectId ?? undefined,
      detail: detail ?? undefined,
    });
  });
  await accountActivityDelete(usersDb, activityId);
}
