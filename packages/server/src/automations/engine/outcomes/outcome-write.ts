import type { MessageOutcome } from '../../delivery/queries/messages.ts';
import type { DispatchedMessage, Reservation } from '../../delivery/dispatcher.ts';
import { nextTry } from '../../delivery/retry-policy.ts';
import { truncateForColumn } from '../../../base/truncate-text.ts';
import { maxAttempts } from '../batch/decide-task.ts';
import type { TimedInput } from '../batch/decide-run.ts';

/** The row of an outcome, and the input for the run; null: none yet. */
export type OutcomeWrite = {
  readonly reservation: Reservation;
  readonly outcome: Omit<MessageOutcome, 'runId' | 'messageKey' | 'leaseId'>;
  readonly input: TimedInput['input'] | null;
};

/** When a message is decided again whose connection is broken, in milliseconds. */
const brokenRetryMs = 30_000;

/** A provider's reason as its columns store it: they have a length limit and accept no NUL. */
export const fitReason = (reason: string): string => truncateForColumn(reason, 200);

/** Outcomes sorted by run, the lock order (INV2 of run-batch.ts); those of one run in order of arrival. */
export function outcomeWrites(dispatched: readonly DispatchedMessage[], now: number): OutcomeWrite[] {
  const writes: OutcomeWrite[] = [];
  for (const one of dispatched) writes.push(toOutcomeWrite(one, now));
  return writes.sort(byRun);
}

function byRun({ reservation: one }: OutcomeWrite, { reservation: other }: OutcomeWrite): number {
  return one.runId < other.runId ? -1 : one.runId > other.runId ? 1 : 0;
}

function toOutcomeWrite({ reservation, result }: DispatchedMessage, now: number): OutcomeWrite {
  const last = reservation.attempts >= maxAttempts;
  const nextAt = (after?: number): number =>
    nextTry(now, reservation.attempts, `${reservation.runId} ${reservation.message}`, after);
  switch (result.outcome) {
    case 'sent':
      return settledOutcome(reservation, 'sent', result.providerId, now);
    case 'refused':
      return failedOutcome(reservation, result.reason, now);
    case 'opted_out':
      return failedOutcome(reservation, 'OPTED_OUT', now);
    case 'unsent':
      return repeatedOutcome(reservation, 'queued', 'UNSENT', now);
    case 'broken':
      return repeatedOutcome(reservation, 'queued', result.reason, now + brokenRetryMs);
    case 'later':
      if (last) return failedOutcome(reservation, result.reason, now);
      return repeatedOutcome(reservation, 'queued', result.reason, nextAt(result.retryAfterMs));
    case 'uncertain':
      return reservation.provider.deduplicates && !last
        ? repeatedOutcome(reservation, 'sending', 'UNKNOWN', nextAt())
        : settledOutcome(reservation, 'unknown', undefined, now);
    default:
      return result satisfies never;
  }
}

/** The write of a final outcome. */
const settledOutcome = (
  reservation: Reservation,
  state: 'sent' | 'unknown',
  providerId: string | undefined,
  now: number,
): OutcomeWrite => ({
  reservation,
  outcome: {
    state,
    reason: null,
    providerMessageId: providerId === undefined ? null : truncateForColumn(providerId, 300),
    nextAttemptAt: null,
    settledAt: now,
  },
  input: { type: 'outcome', message: reservation.message, outcome: state },
});

function failedOutcome(reservation: Reservation, providerReason: string, now: number): OutcomeWrite {
  const reason = fitReason(providerReason);
  return {
    reservation,
    outcome: { state: 'failed', reason, providerMessageId: null, nextAttemptAt: null, settledAt: now },
    input: { type: 'outcome', message: reservation.message, outcome: 'failed', reason },
  };
}

/** The write of an outcome after which the message is tried again at `nextAt`. */
const repeatedOutcome = (
  reservation: Reservation,
  state: 'queued' | 'sending',
  reason: string,
  nextAt: number,
): OutcomeWrite => ({
  reservation,
  outcome: { state, reason: fitReason(reason), providerMessageId: null, nextAttemptAt: nextAt, settledAt: null },
  input: null,
});
