// AUT10: after a store has received money, a change of its payment account takes effect after a day, or when another owner confirms it.
// An attacker with one owner's session and password gains nothing at once. Every owner gets an e-mail and has time to cancel the change.
import type { Clock } from '../../../base/clock.ts';
import type { Audit } from '../../../http/audit-actions.ts';
import type { Database, Queryable } from '../../../base/postgres/pool.ts';
import { userEmails } from '../../../members/queries/users.ts';
import {
  pendingPaymentChangeDelete,
  pendingPaymentChangeDue,
  pendingPaymentChangeFind,
  pendingPaymentChangeSet,
  type PendingPaymentChange,
} from '../../payments/queries/pending-payment-changes.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { newId } from '../../../base/ids.ts';
import { seal, unseal } from '../../../base/crypto/seal.ts';

/** How long a change is pending, in milliseconds. */
const waitMs = 24 * 60 * 60_000;

/** The most changes applied in one batch. */
const batch = 20;

type HoldingDeps = { readonly db: Database; readonly clock: Clock; readonly credentialsKey: Buffer };

/** Stores a pending change in place of the store's previous one; returns when it is due. `userId`: who requests it. */
export function holdChange(
  { db, clock, credentialsKey }: HoldingDeps,
  { storeId, provider, request, userId }: { storeId: string; provider: string; request: object; userId: string },
  audit: Audit<'payments_change_waits'>,
): Promise<Date> {
  const changeId = newId(storeId);
  const at = clock();
  const change = { storeId, changeId, provider, request: seal(credentialsKey, changeId, request), requestedBy: userId };
  return inTransaction(db, async (client) => {
    await pendingPaymentChangeSet(client, { ...change, at, dueAt: at + waitMs });
    await audit(client, { storeId, action: 'payments_change_waits', detail: provider });
    return new Date(at + waitMs);
  });
}

/** The pending change of a store, with the e-mail of the user who requested it. */
export async function pendingChange(
  { db, usersDb }: { readonly db: Queryable; readonly usersDb: Queryable },
  storeId: string,
): Promise<(PendingPaymentChange & { readonly requestedByEmail: string }) | undefined> {
  const change = await pendingPaymentChangeFind(db, storeId);
  if (!change) return undefined;
  const { requestedBy } = change;
  return { ...change, requestedByEmail: (await userEmails(usersDb, [requestedBy])).get(requestedBy) ?? '' };
}

/** The changes that are due. */
export const dueChanges = ({ db, clock }: Pick<HoldingDeps, 'db' | 'clock'>): Promise<PendingPaymentChange[]> =>
  pendingPaymentChangeDue(db, clock(), batch);

/** The request of a pending change; undefined: it cannot be opened, because the server's secret has changed. */
export const requestIn = (
  { credentialsKey }: Pick<HoldingDeps, 'credentialsKey'>,
  { changeId, request }: PendingPaymentChange,
): unknown => unseal(credentialsKey, changeId, request);

/** Cancels the pending change of a store; false: the pending change is another one by now. */
export function cancelChange(
  { db }: Pick<HoldingDeps, 'db'>,
  storeId: string,
  changeId: string,
  audit: Audit<'payments_change_cancelled'>,
): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const pending = await pendingPaymentChangeFind(client, storeId);
    if (pending?.changeId !== changeId || !(await pendingPaymentChangeDelete(client, changeId))) return false;
    await audit(client, { storeId, action: 'payments_change_cancelled' });
    return true;
  });
}
