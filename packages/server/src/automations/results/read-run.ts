import {
  decodeEntries,
  isOver,
  messageKey,
  readState,
  wakeAt,
  type Plan,
  type RunState,
  type StoredState,
  type TimedEntry,
} from '@retoma/flow';
import type { Queryable } from '../../base/postgres/pool.ts';
import { messageListOf, runFindFull, type ListedMessage, type FullRun } from '../engine/queries/run-views.ts';
import { runOperationListOf, type RunOperationRecord } from '../engine/queries/run-operations.ts';
import { storeFind } from '../../stores/queries/stores.ts';
import { VersionCache } from '../definitions/compiled-versions.ts';

/** What a live run waits for first. Times in milliseconds since 1970. */
export type WaitsFor =
  /** RUN16: the automation must be activated again. */
  | { readonly for: 'held' }
  /** The outcome of a message, which may itself wait in the ledger. */
  | { readonly for: 'message'; readonly message: string }
  /** The end of a delay, a retry's pause or quiet hours. */
  | { readonly for: 'timer'; readonly at: number; readonly path: string }
  /** The customer's response to a message, or its absence until then. */
  | { readonly for: 'reply'; readonly message: string; readonly until: number };

/** One run for the panel. */
export type RunReading = Omit<FullRun, 'state' | 'timeline' | 'storeId' | 'eventId'> & {
  /** null: the run has ended, or its version cannot be run. */
  readonly waitsFor: WaitsFor | null;
  /** Times in milliseconds since 1970; null: its version cannot be run, so its entries cannot be decoded. */
  readonly timeline: readonly TimedEntry[] | null;
  readonly messages: readonly ListedMessage[];
  readonly operations: readonly RunOperationRecord[];
};

/** Reads one run of a store; undefined: the store has no such run. */
export async function readRun(db: Queryable, storeId: string, runId: string): Promise<RunReading | undefined> {
  const run = await runFindFull(db, storeId, runId);
  const store = await storeFind(db, storeId);
  if (!run || !store) return undefined;
  const [ready] = await new VersionCache().load(db, [{ ...run, store }]);
  const plan = ready?.plan ?? null;
  const { state, timeline, storeId: _storeId, eventId: _eventId, ...rest } = run;
  const before = state === null ? null : readState(JSON.parse(state) as StoredState);
  return {
    ...rest,
    waitsFor: plan && before && run.finishedAt === null ? waitOf(plan, before, run.held) : null,
    // Each stored entry ends with a comma.
    timeline: plan && decodeEntries(plan, timeline.replace(/,$/, '')),
    messages: await messageListOf(db, runId),
    operations: await runOperationListOf(db, runId),
  };
}

/** What a live run waits for first: a message in progress comes before every timer. */
export function waitOf(plan: Plan, state: RunState, held: boolean): WaitsFor | null {
  if (held) return { for: 'held' };
  const keyOf = (step: number, pass: number): string => messageKey(plan.steps[step]!.path, pass);
  for (const { at, wait } of state.threads) {
    if ('pass' in wait) return { for: 'message', message: keyOf(at, wait.pass) };
  }
  const due = isOver(state) ? null : wakeAt(state);
  if (due === null) return null;
  const listener = state.listeners?.find(({ noReplyAt, until }) => (noReplyAt ?? until) === due);
  if (listener) return { for: 'reply', message: keyOf(listener.step, listener.pass), until: due };
  const thread = state.threads.find(({ wait }) => 'until' in wait && wait.until === due)!;
  return { for: 'timer', at: due, path: plan.steps[thread.at]!.path };
}
