import type { RunState } from '@retoma/flow';
import type { CompiledVersion } from '../../automations/compiled-versions.ts';
import type { RunRecords } from '../../db/queries/events/run-records.ts';
import type { PendingMessage } from '../../db/queries/messages/messages.ts';
import type { RunRow } from '../../db/queries/runs/runs.ts';
import type { Queryable } from '../../db/pool.ts';
import type { Reservation } from '../../delivery/dispatcher.ts';
import type { PermitScope } from '../../delivery/permits.ts';
import type { PendingDecision } from './decide-pending.ts';
import type { RunDecision, TimedInput } from './decide-run.ts';
import type { RunContext } from './load-context.ts';
import type { RunSnapshot } from '../../db/queries/runs/run-snapshot.ts';

/**
 * How a batch is written. `skip-duplicates`: existing rows are skipped. `isolated`: each run is written inside its own savepoint, so that a
 * run that cannot be written does not fail the others.
 */
export type BatchMode = 'batch' | 'skip-duplicates' | 'isolated';

/** One transaction that advances runs. Instants in milliseconds. */
export type Batch = {
  readonly client: Queryable;
  readonly now: number;
  /** The end of the lease of messages reserved in it. */
  readonly leaseUntil: number;
  /** Messages that are dispatched after the commit. */
  readonly reservations: Reservation[];
  readonly permits: PermitScope;
  readonly mode: BatchMode;
  /** The tasks that were advanced; `onCommitted` gets them after the commit. */
  readonly advanced: (readonly RunTask[])[];
};

/** A run to advance. */
export type RunTask = RunSnapshot & {
  readonly inputs: readonly TimedInput[];
  /** The instant up to which due steps run too, in milliseconds; null: none do. */
  readonly wake: number | null;
  /** The start of a new run, which has no row yet. Milliseconds. */
  readonly startedAt?: number;
  /** The records of its event, if the caller has read them. */
  readonly records?: RunRecords;
  /** Its messages that are queued or have an expired lease. */
  readonly pending?: readonly PendingMessage[];
};

/** The result of advancing a task. `decision` is null for a run with a defect. */
export type TaskResult = {
  readonly task: RunTask;
  readonly compiled: CompiledVersion | null;
  readonly before: RunState | null;
  readonly decision: RunDecision | null;
  readonly pendingDecisions: readonly PendingDecision[];
  readonly context: RunContext | null;
};

/** A result with the row that stores it. */
export type RunWrite = { readonly result: TaskResult; readonly row: RunRow };
