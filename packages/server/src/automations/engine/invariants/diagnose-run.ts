import {
  isOver,
  messageKey,
  readState,
  wakeAt,
  type Input,
  type Plan,
  type RunState,
  type StoredState,
} from '@retoma/flow';
import type { CheckedRun } from '../queries/invariants.ts';

/** A problem of one live run, with what repairs it. `dueAt` in milliseconds; null: it needs no timer. */
export type Diagnosis =
  /** R1: its timer differs from its state. */
  | { readonly kind: 'timer_missing' | 'timer_wrong'; readonly dueAt: number | null }
  /** R2: the ledger has the outcome of a message that the run has not received. */
  | { readonly kind: 'outcome_missed'; readonly input: Input }
  /** R2: it waits for a message that the ledger does not have. Whether it was sent is unknown. */
  | { readonly kind: 'message_lost'; readonly input: Input }
  /** R7: it is held although its automation is not paused. */
  | { readonly kind: 'held' }
  /** Its state cannot be read. */
  | { readonly kind: 'unreadable' };

/** Compares a live run with what its state waits for. `plan`: of its version; null if it does not compile, so that the run fails at its next batch. */
export function diagnoseRun(run: CheckedRun, plan: Plan | null): Diagnosis[] {
  const state = parsedState(run);
  if (!state) return [{ kind: 'unreadable' }];
  const found: Diagnosis[] = [];
  const wakeAtMs = wakeAt(state);
  const dueAt = wakeAtMs !== null && run.held ? Infinity : wakeAtMs;
  if (run.timerAt !== dueAt) found.push({ kind: run.timerAt === null ? 'timer_missing' : 'timer_wrong', dueAt });
  if (run.stranded) found.push({ kind: 'held' });
  return plan ? [...found, ...diagnoseMessages(run, state, plan)] : found;
}

function parsedState({ state }: CheckedRun): RunState | null {
  if (state === null) return null;
  try {
    const read = readState(JSON.parse(state) as StoredState);
    return isOver(read) ? null : read;
  } catch {
    return null;
  }
}

function diagnoseMessages({ messages, queuedOutcomes }: CheckedRun, state: RunState, plan: Plan): Diagnosis[] {
  return state.threads.flatMap(({ at, wait }): Diagnosis[] => {
    const step = plan.steps[at];
    if (!('pass' in wait) || !step) return [];
    const message = messageKey(step.path, wait.pass);
    if (queuedOutcomes.includes(message)) return [];
    const row = messages?.[message];
    if (!row) return [{ kind: 'message_lost', input: { type: 'outcome', message, outcome: 'unknown' } }];
    switch (row.state) {
      case 'queued':
      case 'sending':
        return [];
      case 'sent':
      case 'delivered':
      case 'read':
        return [{ kind: 'outcome_missed', input: { type: 'outcome', message, outcome: 'sent' } }];
      case 'unknown':
        return [{ kind: 'outcome_missed', input: { type: 'outcome', message, outcome: 'unknown' } }];
      case 'failed':
      case 'skipped': {
        const reason = row.reason ?? row.state.toUpperCase();
        return [{ kind: 'outcome_missed', input: { type: 'outcome', message, outcome: 'failed', reason } }];
      }
      default:
        return row.state satisfies never;
    }
  });
}
