import type { Database } from '../db/pool.ts';
import { copilotMessageForget } from '../db/queries/copilot/copilot-messages.ts';
import {
  bounceForget,
  conversationForget,
  eventDataForget,
  inboundMessageForget,
  leadForget,
  messageBodyForget,
  runForget,
  runOperationForget,
  sandboxMessageForget,
  shortLinkForget,
  type DeleteBatch,
} from '../db/queries/privacy/retention.ts';
import { inBatches } from './in-batches.ts';
import { runSweep, type Sweep } from './sweep.ts';

const day = 24 * 60 * 60_000;

/** COM8: for how long things are kept, in days (config.ts). */
export type RetentionDays = {
  /** The data of an event; the event is retained. Longer while a run of it is live. */
  readonly events: number;
  /** What a message said and to whom, from when it was settled, and its reports; its status is retained with its run. */
  readonly messages: number;
  /** The shopper of a checkout without an order, from when it was made; its total is retained. */
  readonly leads: number;
  /** A run that is over, with its timeline, its messages and what was done to it. */
  readonly runs: number;
};

/** Messages of the sandbox belong to demos and tests. */
const sandboxDays = 30;
/** Beyond this a bounce is none of a week's, and no window is open (delivery/inbound). */
const inboundDays = 8;
/** What was said with the copilot is of use while its automation is being written. */
const copilotDays = 180;

const sweepsOf = ({ events, messages, leads, runs }: RetentionDays): readonly Sweep[] => [
  { name: 'event data', days: events, batchSize: 5_000, visit: eventDataForget },
  { name: 'message bodies', days: messages, batchSize: 1_000, visit: messageBodyForget },
  { name: 'leads', days: leads, batchSize: 1_000, visit: leadForget },
  { name: 'runs', days: runs, batchSize: 1_000, visit: runForget },
];

const smallOf = ({ messages, runs }: RetentionDays): readonly { days: number; forget: DeleteBatch }[] => [
  { days: messages, forget: inboundMessageForget },
  { days: messages, forget: shortLinkForget },
  { days: inboundDays, forget: bounceForget },
  { days: inboundDays, forget: conversationForget },
  { days: sandboxDays, forget: sandboxMessageForget },
  { days: copilotDays, forget: copilotMessageForget },
  { days: runs, forget: runOperationForget },
];
const batchSize = 5_000;

/**
 * Forgets what is older than it is kept, in short transactions: what is looked for by time at every call, what is swept once a day.
 * Any number of workers may do this at once. `now` in milliseconds; returns how much was forgotten.
 */
export async function forgetOld(
  db: Database,
  retention: RetentionDays,
  now: number,
  signal: AbortSignal,
): Promise<number> {
  let forgotten = 0;
  for (const { days, forget } of smallOf(retention)) {
    forgotten += await inBatches(signal, batchSize, () => forget(db, now - days * day, batchSize));
  }
  for (const sweep of sweepsOf(retention)) forgotten += await runSweep(db, sweep, now, signal);
  return forgotten;
}
