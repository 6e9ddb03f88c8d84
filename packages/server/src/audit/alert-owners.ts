import { isAccountMailKind, type AccountMailDetails } from './account-mails.ts';
import type { Queryable } from '../db/pool.ts';
import { accountMailContext, accountMailInsertMany } from '../db/queries/auth/account-mails.ts';
import { newId } from '../platform/ids.ts';
import type { Activity } from './audit-actions.ts';

/** What owners may be written about. `ownerOfAccount`: whose own account it is about; they get the e-mail too. */
type Alert = {
  readonly action: Activity;
  readonly storeIds: readonly string[];
  /** Null: the command line. */
  readonly userId: string | null;
  readonly subjectId?: string;
  readonly detail?: string;
  readonly at: number;
  readonly ownerOfAccount?: string;
  /** One more address. */
  readonly alsoTo?: string | undefined;
};

/**
 * AUT8: queues an e-mail to every owner of the stores, in the transaction of `db`, where the activity is one that owners are written
 * about. A person who owns several of them gets one.
 */
export async function alertOwners(db: Queryable, alert: Alert): Promise<void> {
  const { action, storeIds, userId, subjectId = null, detail = null, at, ownerOfAccount = null, alsoTo } = alert;
  if (!isAccountMailKind(action)) return;
  const query = { storeIds, accountId: ownerOfAccount, byId: userId, aboutId: subjectId };
  const { recipients, store, by, about } = await accountMailContext(db, query);
  const addresses = new Set(alsoTo === undefined ? recipients : [...recipients, alsoTo]);
  if (addresses.size === 0) return;
  const details: AccountMailDetails = { store: ownerOfAccount === null ? store : null, by, about, detail, at };
  const mails = [...addresses].map((recipient) => ({ mailId: newId(), recipient }));
  await accountMailInsertMany(db, mails, { kind: action, details, at });
}
