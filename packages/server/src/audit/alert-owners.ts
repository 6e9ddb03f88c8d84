import { isAccountMailKind, type AccountMailDetails } from './account-mails.ts';
import type { Queryable } from '../db/pool.ts';
import { accountMailContext, accountMailInsertMany } from '../db/queries/auth/account-mails.ts';
import { newId } from '../platform/ids.ts';
import type { Activity } from './audit-actions.ts';

/** An activity that may cause e-mails. `ownerOfAccount`: the user of the account that it is about, who gets the e-mail too. */
type Alert = {
  readonly action: Activity;
  readonly storeIds: readonly string[];
  /** Null: the command line. */
  readonly userId: string | null;
  readonly subjectId?: string;
  readonly detail?: string;
  readonly at: number;
  readonly ownerOfAccount?: string;
  /** One more recipient. */
  readonly alsoTo?: string | undefined;
};

/**
 * AUT8: queues an e-mail to every owner of the stores, in the transaction of `db`, if owners get e-mails about this activity. An owner of
 * several of these stores gets one e-mail.
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
