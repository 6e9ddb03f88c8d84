import type { Database } from '../db/pool.ts';
import { activityPurge } from '../db/queries/auth/audit-log.ts';
import { signInPurge } from '../db/queries/auth/sign-in-purge.ts';
import { inBatches } from './in-batches.ts';

const batchSize = 5_000;
/** AUT6: what people did is kept for two years. */
const activityMs = 730 * 24 * 60 * 60_000;

/** AUT8: for how long an e-mail about an account is tried. */
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

/** Forgets what has ended: sessions, links, counts of attempts; and what people did long ago. `now` in milliseconds. */
export async function purgeSignIns(db: Database, now: number, signal: AbortSignal): Promise<number> {
  let forgotten = 0;
  for (const table of endings) {
    forgotten += await inBatches(signal, batchSize, () => signInPurge(db, table, now, batchSize));
  }
  forgotten += await inBatches(signal, batchSize, () => signInPurge(db, 'account_mails', now - mailMs, batchSize));
  const old = () => activityPurge(db, now - activityMs, batchSize);
  return forgotten + (await inBatches(signal, batchSize, old));
}
