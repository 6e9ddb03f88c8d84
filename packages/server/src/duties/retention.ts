import type { Database } from '../db/pool.ts';
import {
  eventDataForget,
  inboundMessageForget,
  messageBodyForget,
  runForget,
  runOperationForget,
  sandboxMessageForget,
  type ForgetPortion,
} from '../db/queries/retention.ts';
import { inPortions } from './in-portions.ts';
import { runSweep, type Sweep } from './sweep.ts';

const day = 24 * 60 * 60_000;

/** For how long things are kept, in days. The one place to change it. */
export const keptDays = {
  /** What an event told; that it happened is kept. Longer while a run of it is live. */
  eventData: 30,
  /** What a message said and to whom, from when it was settled; that it was sent is kept as long as its run. */
  messageBody: 90,
  /** A run that is over, with its timeline, its messages and what was done to it. */
  run: 365,
  /** Replies, opens and clicks as their providers told of them. */
  inboundMessage: 90,
  sandboxMessage: 30,
  /** What a person asked to be done to runs. */
  runOperation: 365,
} as const;

const sweeps: readonly Sweep[] = [
  { name: 'event data', days: keptDays.eventData, portion: 5_000, visit: eventDataForget },
  { name: 'message bodies', days: keptDays.messageBody, portion: 1_000, visit: messageBodyForget },
  { name: 'runs', days: keptDays.run, portion: 1_000, visit: runForget },
];

const small: readonly { days: number; forget: ForgetPortion }[] = [
  { days: keptDays.inboundMessage, forget: inboundMessageForget },
  { days: keptDays.sandboxMessage, forget: sandboxMessageForget },
  { days: keptDays.runOperation, forget: runOperationForget },
];
const portion = 5_000;

/**
 * Forgets what is older than it is kept, in short transactions: what is looked for by time at every call, what is swept once a day.
 * Any number of workers may do this at once. `now` in milliseconds; answers how much was forgotten.
 */
export async function forgetOld(db: Database, now: number, signal: AbortSignal): Promise<number> {
  let forgotten = 0;
  for (const { days, forget } of small) {
    forgotten += await inPortions(signal, portion, () => forget(db, now - days * day, portion));
  }
  for (const sweep of sweeps) forgotten += await runSweep(db, sweep, now, signal);
  return forgotten;
}
