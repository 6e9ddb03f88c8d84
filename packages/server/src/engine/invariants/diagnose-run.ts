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
import type { ExaminedRun } from '../../db/queries/runs/invariants.ts';

/** What is wrong with one live run, with what mends it. `dueAt` in milliseconds; null: it wants no timer. */
export type Diagnosis =
  /** R1: its timer is not what its state says. */
  | { readonly kind: 'timer_missing' | 'timer_wrong'; readonly dueAt: number | null }
  /** R2: the ledger knows what became of a message, and the run does not. */
  | { readonly kind: 'outcome_missed'; readonly input: Input }
  /** R2: it waits for a message that the ledger does not know. Whether it left nobody can tell. */
  | { readonly kind: 'message_lost'; readonly input: Input }
  /** R7: it is held although its automation is not paused. */
  | { readonly kind: 'held' }
  /** Nothing can be said of it. */
  | { readonly kind: 'unreadable' };

/** Compares a live run with what its state waits for. `plan`: of its version; null where it cannot be run, which its next move tells. */
export function diagnoseRun(run: ExaminedRun, plan: Plan | null): Diagnosis[] {
  const state = stateOf(run);
  if (!state) return [{ kind: 'unreadable' }];
  const found: Diagnosis[] = [];
  const wanted = wakeAt(state);
  const dueAt = wanted !== null && run.held ? Infinity : wanted;
  if (run.timerAt !== dueAt) found.push({ kind: run.timerAt === null ? 'timer_missing' : 'timer_wrong', dueAt });
  if (run.stranded) found.push({ kind: 'held' });
  return plan ? [...found, ...diagnoseMessages(run, state, plan)] : found;
}

function stateOf({ state }: ExaminedRun): RunState | null {
  if (state === null) return null;
  try {
    const read = readState(JSON.parse(state) as StoredState);
    return isOver(read) ? null : read;
  } catch {
    return null;
  }
}

function diagnoseMessages({ messages, told }: ExaminedRun, state: RunState, plan: Plan): Diagnosis[] {
  return state.threads.flatMap(({ at, wait }): Diagnosis[] => {
    const step = plan.steps[at];
    if (!('pass' in wait) || !step) return [];
    const message = messageKey(step.path, wait.pass);
    if (told.includes(message)) return [];
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
