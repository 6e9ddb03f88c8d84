import type { Database } from '../db/pool.ts';
import { activityPurge } from '../db/queries/auth/audit-log.ts';
import { signInPurge } from '../db/queries/auth/sign-in-purge.ts';
import { inBatches } from './in-batches.ts';

const batchSize = 5_000;
/** AUT6: the activity log is kept for two years. */
const activityMs = 730 * 24 * 60 * 60_000;

/** AUT8: how long sending an e-mail about an account is retried. */
const mailMs = 3 * 24 * 60 * 60_000;

const endings = [
  'sessions',
  'password_resets',
  'sign_in_attempts',
  'known_browsers',
  'passkey_challenges',
  'email_changes',
  'invitations',
] as const;

/** Deletes expired sessions, links and attempt counts, and old entries of the activity log. `now` in milliseconds. */
export async function purgeSignIns(db: Database, now: number, signal: AbortSignal): Promise<number> {
  let forgotten = 0;
  for (const table of endings) {
    forgotten += await inBatches(signal, batchSize, () => signInPurge(db, table, now, batchSize));
  }
  forgotten += await inBatches(signal, batchSize, () => signInPurge(db, 'account_mails', now - mailMs, batchSize));
  const old = () => activityPurge(db, now - activityMs, batchSize);
  return forgotten + (await inBatches(signal, batchSize, old));
}
