// COM37: what an attempt means for the ledger. Pure.
import type { ConversionEvent, ConversionResult } from './queries/conversions.ts';
import type { ConversionDestination, Sent } from './destination.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The pauses after the attempts; after the last one a conversion has failed. */
const pauses: readonly number[] = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour];

const nothing = { dueAt: null, reason: null, status: null, code: null, message: null, disclosed: null } as const;

/** A conversion that is not sent. */
export const skippedResult = (reason: string): ConversionResult => ({ ...nothing, state: 'skipped', reason });

/** A conversion that is looked at again a minute later. */
export const waitingResult = (now: number): ConversionResult => ({ ...nothing, state: 'queued', dueAt: now + minute });

/**
 * The result of an attempt. One whose outcome is unknown is repeated only where the destination recognises the repetition; otherwise it has
 * failed, since it may have been counted. `attempts`: including this one; `now` in milliseconds.
 */
export function attemptResult(
  sent: Sent,
  {
    event,
    attempts,
    now,
    deduplicates,
  }: {
    event: ConversionEvent;
    attempts: number;
    now: number;
  } & Pick<ConversionDestination, 'deduplicates'>,
): ConversionResult {
  if (sent.outcome === 'skipped') return skippedResult(sent.reason);
  const { status, code, message } = sent;
  const answer = { ...nothing, status, code, message };
  if (sent.outcome === 'sent') return { ...answer, state: 'sent', disclosed: sent.disclosed };
  if (sent.outcome === 'refused') return { ...answer, state: 'refused' };
  const mayRepeat = sent.outcome === 'later' || deduplicates.includes(event);
  const pause = mayRepeat ? pauses[attempts - 1] : undefined;
  return pause === undefined ? { ...answer, state: 'failed' } : { ...answer, state: 'queued', dueAt: now + pause };
}
