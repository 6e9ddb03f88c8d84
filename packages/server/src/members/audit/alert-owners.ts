import { isAccountMailKind, type QueuedMailDetails } from './account-mails.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { accountMailInsertMany, type NewAccountMail } from '../queries/account-mails.ts';
import { membershipOwners, membershipOwnersOfMany } from '../queries/memberships.ts';
import { newId } from '../../base/ids.ts';
import type { Activity } from '../../http/audit-actions.ts';

/** An activity that may cause e-mails. */
type Alert = {
  readonly action: Activity;
  readonly storeIds: readonly string[];
  /** Null: the command line. */
  readonly userId: string | null;
  /** The secret key that acted. */
  readonly keyId?: string | null | undefined;
  readonly subjectId?: string | undefined;
  readonly detail?: string | undefined;
  readonly at: number;
  /** The user of the account that it is about. The e-mail then names no store, and goes to this user only by `alsoTo`. */
  readonly accountId?: string;
  /** One more user who gets the e-mail. */
  readonly alsoTo?: string | undefined;
  /** One more address that gets the e-mail. */
  readonly alsoToAddress?: string | undefined;
};

/**
 * AUT8: queues an e-mail to every owner of the stores, in the transaction of `db`, if owners get e-mails about this activity. An owner of
 * several of these stores gets one e-mail. The stores are in the database of `db`.
 */
export async function alertOwners(db: Queryable, alert: Alert): Promise<void> {
  const {
    action,
    storeIds,
    userId,
    keyId,
    subjectId = null,
    detail = null,
    at,
    accountId,
    alsoTo,
    alsoToAddress,
  } = alert;
  if (!isAccountMailKind(action)) return;
  const { store, owners } =
    accountId === undefined
      ? await storeOwners(db, storeIds[0]!)
      : { store: null, owners: await membershipOwnersOfMany(db, storeIds) };
  const recipients = new Set(owners.filter((owner) => owner !== accountId));
  if (alsoTo !== undefined) recipients.add(alsoTo);
  const mails: NewAccountMail[] = [...recipients].map((recipientId) => ({ mailId: newId(), recipientId }));
  if (alsoToAddress !== undefined) mails.push({ mailId: newId(), recipient: alsoToAddress });
  if (mails.length === 0) return;
  const details: QueuedMailDetails = {
    store,
    byId: userId,
    aboutId: subjectId,
    detail,
    at,
    ...(keyId && { byKey: true }),
  };
  await accountMailInsertMany(db, mails, { kind: action, details, at });
}

/** The name of a store, and its owners; none if it is deleted. */
async function storeOwners(db: Queryable, storeId: string): Promise<{ store: string | null; owners: string[] }> {
  const found = await membershipOwners(db, storeId);
  return { store: found?.name ?? null, owners: found?.userIds ?? [] };
}
