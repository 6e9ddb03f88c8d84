// Applies operations that members requested, to a batch of runs in each transaction. The runs, the result of each and the operation's
// cursor are written together, so any worker can continue where another died, and no run is processed twice.
//
// INV1. The operation is locked first, then its runs (run-batch.ts, INV2). No transaction locks an operation after a run.
// INV2. A held run advances only by its release, a skip or a retry; its sends then wait while its automation is paused.
import type { Input } from '@retoma/flow';
import { automationFindHeld } from '../../definitions/queries/automations.ts';
import { messageListPasses, messageWakeMany } from '../../delivery/queries/messages.ts';
import { runInputClaim } from '../queries/run-inputs.ts';
import {
  runOperationAdvance,
  runOperationListRuns,
  runOperationClaim,
  type OperationResult,
  type RunOperation,
} from '../queries/run-operations.ts';
import { runLockMany, runReleaseMany, type RunRow } from '../queries/runs.ts';
import type { Engine } from '../engine.ts';
import type { TimedInput } from '../batch/decide-run.ts';
import { runBatch } from '../batch/run-batch.ts';
import type { Batch, RunTask, RunWrite } from '../batch/types.ts';
import { paused } from '../batch/decide-send.ts';
import { claimInputs } from './inputs.ts';

/** Continues one operation with up to `limit` runs. Returns how many it read; 0 if there is no open operation. */
export async function continueOperations(engine: Engine, limit: number): Promise<number> {
  return runBatch(engine, async (batch) => {
    const { client, now } = batch;
    const operation = await runOperationClaim(client);
    if (!operation) return { tasks: [], finish: () => 0 };
    const page = await runOperationListRuns(client, operation, limit);
    const wanted = page.filter((run) => run.wanted).map(({ runId }) => runId);
    const runs = wanted.length > 0 ? await runLockMany(client, wanted) : [];
    // Only a retry applies to a finished run.
    const open = runs.filter(
      ({ finishedAt, state }) => state !== null && (finishedAt === null || operation.kind === 'retry'),
    );
    const tasks = open.length > 0 ? await tasksOf(engine, batch, operation, open) : [];
    const finish = async (stored: readonly RunWrite[]): Promise<number> => {
      await runOperationAdvance(client, operation.operationId, resultsOf(operation, runs, tasks, stored), {
        cursor: page.at(-1)?.runId ?? null,
        finished: page.length < limit,
        at: now,
      });
      return Math.max(1, page.length);
    };
    return { tasks, finish };
  });
}

/** Whether the operation was applied to each run: a release to all of its tasks, another to the runs that it changed. */
function resultsOf(
  { kind }: RunOperation,
  runs: readonly RunRow[],
  tasks: readonly RunTask[],
  stored: readonly RunWrite[],
): OperationResult[] {
  const changed =
    kind === 'release' ? tasks : stored.flatMap(({ result }) => (result.decision?.changed ? result.task : []));
  const applied = new Set(changed.map(({ run }) => run.runId));
  return runs.map(({ runId }) => ({ runId, outcome: applied.has(runId) ? 'applied' : 'rejected' }));
}

async function tasksOf(
  engine: Engine,
  batch: Batch,
  operation: RunOperation,
  runs: readonly RunRow[],
): Promise<RunTask[]> {
  const applyEach = (input: Input): RunTask[] =>
    runs.map((run) => ({ run, inputs: [{ input, at: batch.now }], wake: null }));
  switch (operation.kind) {
    case 'cancel':
      await prepareToCancel(batch, runs);
      return applyEach({ type: 'cancel', ...(operation.reason !== null && { reason: operation.reason }) });
    case 'skip':
      return applyEach({ type: 'skip' });
    case 'retry':
      return retries(engine, batch, operation, runs);
    case 'release':
      return releases(batch, runs);
    default:
      return operation.kind satisfies never;
  }
}

const runIdsOf = (runs: readonly RunRow[]): string[] => runs.map(({ runId }) => runId);

/** Drops the runs' inputs and makes their waiting messages due, so that they are skipped. */
async function prepareToCancel({ client, now }: Batch, runs: readonly RunRow[]): Promise<void> {
  await runInputClaim(client, runIdsOf(runs));
  await messageWakeMany(client, runIdsOf(runs), now);
}

/** RUN19: the tasks of a retry; the ledger shows which message keys were used. A run whose version cannot be compiled is not retried. */
async function retries(
  engine: Engine,
  { client, now }: Batch,
  { storeId, step }: RunOperation,
  runs: readonly RunRow[],
): Promise<RunTask[]> {
  const store = await engine.findStore(storeId);
  if (!store) return [];
  const versions = await engine.versions.load(
    client,
    runs.map((run) => ({ ...run, store })),
  );
  const sent = Map.groupBy(await messageListPasses(client, runIdsOf(runs)), ({ runId }) => runId);
  return runs.flatMap((run, index): RunTask[] => {
    const compiled = versions[index];
    if (!compiled) return [];
    const passes = Object.fromEntries(
      (sent.get(run.runId) ?? []).flatMap(({ path, pass }): [number, number][] => {
        const number = compiled.plan.numbers.get(path);
        return number === undefined ? [] : [[number, pass]];
      }),
    );
    return [{ run, inputs: [{ input: { type: 'retry', path: step!, passes }, at: now }], wake: null }];
  });
}

/**
 * RUN16: releases the runs of an automation that is switched on again. Inputs from the pause count at their instants. The input `resume`
 * cancels a run as STALE if it has been due for more than a day.
 */
async function releases(batch: Batch, runs: readonly RunRow[]): Promise<RunTask[]> {
  const { client, now } = batch;
  const held = await automationFindHeld(client, runs);
  const free = runs.filter(({ automationId }) => !held.has(automationId));
  await runReleaseMany(client, runIdsOf(free));
  await messageWakeMany(client, runIdsOf(free), now, paused);
  const inputsOf = await claimInputs(batch, free);
  const resume: TimedInput = { input: { type: 'resume' }, at: now };
  return free.map((run) => ({ run, inputs: [...inputsOf(run), resume], wake: null }));
}
