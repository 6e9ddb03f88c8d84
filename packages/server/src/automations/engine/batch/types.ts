import type { RunState } from '@retoma/flow';
import type { CompiledVersion } from '../../definitions/compiled-versions.ts';
import type { RunRecords } from '../queries/run-records.ts';
import type { PendingMessage } from '../../delivery/queries/messages.ts';
import type { RunRow } from '../queries/runs.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import type { PermitScope } from '../../delivery/dispatcher.ts';
import type { RunDecision, SendDecision, TimedInput } from './decide-run.ts';
import type { RunContext } from './load-context.ts';
import type { RunSnapshot } from '../queries/run-snapshot.ts';

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
  readonly mode: BatchMode;
  readonly permits: PermitScope;
};

/** The work that a queue claimed in a batch. */
export type Claim<Result> = {
  readonly tasks: readonly RunTask[];
  /**
   * Writes, before the commit, what depends on the runs that were stored: `tasks` without those that another worker has written in the
   * meantime. Returns the result of the batch.
   */
  readonly finish: (stored: readonly RunWrite[]) => Result | Promise<Result>;
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

/** A task with everything that deciding it needs. */
export type LoadedTask = {
  readonly task: RunTask;
  /** null: the version cannot be compiled. */
  readonly compiled: CompiledVersion | null;
  readonly before: RunState | null;
  /** Whether the run failed by a defect and stays so: its state does not show that it has finished. */
  readonly isDefective: boolean;
  readonly needsContext: boolean;
  /** null: it needs none, or its event does not exist. */
  readonly context: RunContext | null;
};

/** The result of deciding a task. `decision` is null for a run with a defect; `error`: what was thrown. */
export type TaskResult = {
  readonly task: RunTask;
  readonly before: RunState | null;
  readonly context: RunContext | null;
  readonly decision: RunDecision | null;
  readonly pendingDecisions: readonly PendingDecision[];
  readonly error?: unknown;
};

/** A result with the row that stores it. */
export type RunWrite = { readonly result: TaskResult; readonly row: RunRow };

/** The decision about a pending message, and the input for its run. */
export type PendingDecision = {
  readonly message: PendingMessage;
  readonly decision: SendDecision;
  readonly input: TimedInput | null;
};
