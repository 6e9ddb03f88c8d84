import type { Database } from '../../base/postgres/pool.ts';
import { activityPurge } from '../../members/audit/queries/audit-log.ts';
import { accountMailPurge } from '../../members/queries/account-mails.ts';
import { invitationPurge } from '../../members/queries/invitations.ts';
import { signInPurges } from '../../members/queries/sign-in-purge.ts';
import { shopperCodePurge } from '../../shop/checkouts/queries/shopper-codes.ts';
import { cardAttemptPurge } from '../../stores/limits/queries/card-attempts.ts';
import { recipientCountPurge } from '../../stores/limits/queries/recipient-counts.ts';
import { heldContactPurge } from '../../stores/limits/queries/held-contacts.ts';
import { rateBucketPurge } from '../../stores/limits/queries/rate-buckets.ts';
import { freightQuotePurge } from '../../providers/freight/queries/freight-quotes.ts';
import type { DeleteBatch } from '../../base/retention/retention.ts';
import { inBatches } from './in-batches.ts';

/** Rows that are deleted once they are `days` old: after their creation, or after the instant of their expiry. */
export type Expiry = { readonly days: number; readonly forget: DeleteBatch };

/** Sessions, links and attempt counts, in the database of users. */
export const signIns: readonly Expiry[] = signInPurges.map((forget) => ({ days: 0, forget }));

/** Invitations; e-mails about accounts, whose sending is retried for three days (AUT8); the audit log (AUT6). */
export const teamData: readonly Expiry[] = [
  { days: 0, forget: invitationPurge },
  { days: 3, forget: accountMailPurge },
  { days: 730, forget: activityPurge },
];

/**
 * Data of limits: full buckets (CHK9), ended holds (COM21), card attempts (COM23), one-time codes (COM35); and quotes that no one uses any
 * more (COM32).
 */
export const limitData: readonly Expiry[] = [
  { days: 0, forget: rateBucketPurge },
  { days: 0, forget: heldContactPurge },
  { days: 1, forget: recipientCountPurge },
  { days: 1, forget: cardAttemptPurge },
  { days: 1, forget: shopperCodePurge },
  { days: 1, forget: freightQuotePurge },
];

const day = 24 * 60 * 60_000;
const batchSize = 5_000;

/** Deletes expired rows, in short transactions. Any number of workers may run this concurrently. `now` in milliseconds; returns how many. */
export async function purgeExpired(
  db: Database,
  expiries: readonly Expiry[],
  now: number,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (const { days, forget } of expiries) {
    deleted += await inBatches(signal, batchSize, () => forget(db, now - days * day, batchSize));
  }
  return deleted;
}
