// Sends the queued conversions of one destination.
//
// INV1. A claim counts an attempt and is committed before the destination is called; no connection is held during the call.
// INV2. Consent, switch, order and age are read after the claim, directly before the call: what was withdrawn while it waited is not sent.
// INV3. An outcome is recorded only for the attempt that it belongs to, and only while the row is queued: an erasure or a later attempt wins.
// INV4. If a process ends between call and record, the row is due again when its lease ends, and the call is repeated under the same id
//     (README.md).
// INV5. The destinations are independent: each has its own loop, so one that hangs delays no other.
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { conversionClaim, conversionRecord, type ClaimedConversion } from '../../providers/ads/queries/conversions.ts';
import { conversionSubjectFind } from './queries/conversion-subjects.ts';
import { destinationSetLastError } from '../../providers/ads/queries/destinations.ts';
import { openCredentials } from '../../base/crypto/open-credentials.ts';
import { decideConversion } from './decide-conversion.ts';
import type { OpenDestination, Sent } from '../../providers/ads/destination.ts';
import type { DestinationName, Destinations } from '../../providers/ads/index.ts';
import { attemptResult, skippedResult, waitingResult } from '../../providers/ads/next-attempt.ts';
import { accountError } from '../../providers/ads/reasons.ts';

/** The dependencies of the sender. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type ConversionDeps = { db: Database; clock: Clock; credentialsKey: Buffer; destinations: Destinations };

/** How long a worker may hold a claim, in milliseconds: longer than the two calls of an attempt may take. */
const leaseMs = 2 * 60_000;

/** COM37: sends up to `limit` due conversions of a destination at once. Returns how many were claimed. */
export async function sendConversions(
  deps: ConversionDeps,
  name: DestinationName,
  limit: number,
  signal: AbortSignal,
): Promise<number> {
  const now = deps.clock();
  const claimed = await conversionClaim(deps.db, name, { now, leasedUntil: now + leaseMs, limit });
  await Promise.all(claimed.map((one) => sendOne(deps, deps.destinations[name], one, signal)));
  return claimed.length;
}

async function sendOne(
  { db, clock, credentialsKey }: ConversionDeps,
  destination: OpenDestination,
  claimed: ClaimedConversion,
  signal: AbortSignal,
): Promise<void> {
  const { event, attempts, storeId } = claimed;
  const subject = await conversionSubjectFind(db, claimed);
  // Without its account or checkout there is nothing to send.
  if (!subject) return void (await conversionRecord(db, claimed, skippedResult('SWITCHED_OFF'), clock()));
  const decision = decideConversion(event, subject, { now: clock(), maxAgeMs: destination.maxAgeMs });
  if (decision.kind === 'skip')
    return void (await conversionRecord(db, claimed, skippedResult(decision.reason), clock()));
  if (decision.kind === 'wait') return void (await conversionRecord(db, claimed, waitingResult(clock()), clock()));
  const { destinationId, settings, credentials } = subject.account;
  const account = { settings, credentials: openCredentials(credentialsKey, destinationId, credentials) };
  const sent = await destination.send(account, decision.conversion, signal);
  const now = clock();
  const { deduplicates } = destination;
  await conversionRecord(db, claimed, attemptResult(sent, { event, attempts, now, deduplicates }), now);
  const lastError = errorIn(sent);
  if (lastError !== undefined) await destinationSetLastError(db, storeId, claimed.destination, lastError);
}

/** What is noted at the account: why it does not work, null where it works again, undefined where the attempt says nothing about it. */
function errorIn(sent: Sent): string | null | undefined {
  if (sent.outcome === 'sent') return null;
  if (sent.outcome !== 'refused' || !sent.isBroken) return undefined;
  return accountError(sent.code);
}
