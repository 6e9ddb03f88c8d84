// AUT10: once a store has received money, a change of where it goes takes effect after a day, or when another owner confirms it. An attacker who
// has one owner's session and password gains nothing at once, and every owner has the e-mail and the time to cancel.
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../db/pool.ts';
import {
  pendingPaymentChangeDelete,
  pendingPaymentChangeDue,
  pendingPaymentChangeFind,
  pendingPaymentChangeSet,
  type PendingPaymentChange,
} from '../../db/queries/orders/pending-payment-changes.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { seal, unseal } from '../../crypto/seal.ts';

/** How long a change waits, in milliseconds. */
const waitMs = 24 * 60 * 60_000;

/** Changes of one turn. */
const batch = 20;

type HoldingParts = { readonly db: Database; readonly clock: Clock; readonly credentialsKey: Buffer };

/** Audits something in the transaction of `client`. */
export type AuditChange = (client: Queryable) => Promise<void>;

/** Who changes where the money goes, and how it is audited that the change waits. */
export type ChangeActor = { readonly userId: string; readonly audit: AuditChange };

/** Stores a change until it is due, in place of one that waited; answers when that is. */
export function holdChange(
  { db, clock, credentialsKey }: HoldingParts,
  { storeId, provider, request }: { storeId: string; provider: string; request: object },
  { userId, audit }: ChangeActor,
): Promise<Date> {
  const changeId = newId();
  const at = clock();
  const change = { storeId, changeId, provider, request: seal(credentialsKey, changeId, request), requestedBy: userId };
  return inTransaction(db, async (client) => {
    await pendingPaymentChangeSet(client, { ...change, at, dueAt: at + waitMs });
    await audit(client);
    return new Date(at + waitMs);
  });
}

/** The change that waits at a store. */
export const pendingChange = (
  { db }: Pick<HoldingParts, 'db'>,
  storeId: string,
): Promise<PendingPaymentChange | undefined> => pendingPaymentChangeFind(db, storeId);

/** The changes whose wait is over. */
export const dueChanges = ({ db, clock }: Pick<HoldingParts, 'db' | 'clock'>): Promise<PendingPaymentChange[]> =>
  pendingPaymentChangeDue(db, clock(), batch);

/** What was asked for; undefined where it does not open, because the server's secret is another one. */
export const requestIn = (
  { credentialsKey }: Pick<HoldingParts, 'credentialsKey'>,
  { changeId, request }: PendingPaymentChange,
): unknown => unseal(credentialsKey, changeId, request);

/** Cancels the change that waits at a store; false where it is another one by now. */
export function cancelChange(
  { db }: Pick<HoldingParts, 'db'>,
  storeId: string,
  changeId: string,
  audit: AuditChange,
): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const pending = await pendingPaymentChangeFind(client, storeId);
    if (pending?.changeId !== changeId || !(await pendingPaymentChangeDelete(client, changeId))) return false;
    await audit(client);
    return true;
  });
}
