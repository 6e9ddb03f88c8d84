// The full check: every live run against what its state waits for. Found without a lock, each in one snapshot; mended under the lock
// of the run, where it is looked at again.
import type { Database, Queryable } from '../../db/pool.ts';
import { runExamineMany, runExamineNext, type ExaminedRun } from '../../db/queries/runs/invariants.ts';
import { runInputInsertMany } from '../../db/queries/runs/run-inputs.ts';
import { runTimerForget, runTimerSetMany } from '../../db/queries/runs/run-timers.ts';
import { runLockMany } from '../../db/queries/runs/runs.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { requestOperation } from '../operations/request-operation.ts';
import { Plans } from '../../automations/compiled-versions.ts';
import { diagnoseRun, type Diagnosis } from './diagnose-run.ts';

/** A live run with what is wrong with it. */
export type Patient = { readonly run: ExaminedRun; readonly found: readonly Diagnosis[] };

/** Goes through all live runs of a store, or of all, in portions. */
export class RunExamination {
  readonly #db: Database;
  readonly #plans = new Plans();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Those of the next `limit` live runs after an id with which something is wrong, and the last id it looked at; null: no more. */
  async next(
    after: string,
    limit: number,
    storeId: string | null,
  ): Promise<{ patients: Patient[]; reached: string | null }> {
    const runs = await runExamineNext(this.#db, after, limit, storeId);
    const patients = await this.#diagnose(this.#db, runs);
    return { patients, reached: runs.length < limit ? null : runs.at(-1)!.runId };
  }

  /** Mends what can be mended of runs, as they are now; answers what it mended. */
  async mend(runIds: readonly string[], now: number): Promise<{ runId: string; kind: Diagnosis['kind'] }[]> {
    const patients = await inTransaction(this.#db, async (client) => {
      await runLockMany(client, runIds);
      const there = await this.#diagnose(client, await runExamineMany(client, runIds));
      await repairTimers(client, there);
      await queueOutcomes(client, there, now);
      return there;
    });
    await releaseStranded(this.#db, patients);
    return patients.flatMap(({ run: { runId }, found }) =>
      found.filter(({ kind }) => kind !== 'unreadable').map(({ kind }) => ({ runId, kind })),
    );
  }

  async #diagnose(db: Queryable, runs: readonly ExaminedRun[]): Promise<Patient[]> {
    const plans = await this.#plans.load(db, runs.map(keyOf));
    return runs
      .map((run, index) => ({ run, found: diagnoseRun(run, plans[index]?.plan ?? null) }))
      .filter(({ found }) => found.length > 0);
  }
}

/** The steps of a plan have the same numbers whatever its store has set. */
const keyOf = ({ automationId, version, storeId }: ExaminedRun) => ({
  automationId,
  version,
  store: {
    storeId,
    name: '',
    domain: null,
    active: true,
    timeZone: 'America/Sao_Paulo',
    noReplyMinutes: 1440,
    lateMinutes: 1440,
    countMachines: false,
  },
});

async function repairTimers(client: Queryable, patients: readonly Patient[]): Promise<void> {
  const timers = patients.flatMap(({ run: { runId, storeId }, found }) =>
    found.flatMap((one) => ('dueAt' in one ? [{ runId, storeId, dueAt: one.dueAt }] : [])),
  );
  await runTimerForget(
    client,
    timers.map(({ runId }) => runId),
  );
  await runTimerSetMany(
    client,
    timers.flatMap(({ dueAt, ...timer }) => (dueAt === null ? [] : [{ ...timer, dueAt }])),
  );
}

/** The workers take them like any input, in their turn. */
async function queueOutcomes(client: Queryable, patients: readonly Patient[], now: number): Promise<void> {
  await runInputInsertMany(
    client,
    patients.flatMap(({ run: { runId, storeId }, found }) =>
      found.flatMap((one) =>
        'input' in one ? [{ runId, storeId, inputId: newId(), input: JSON.stringify(one.input), receivedAt: now }] : [],
      ),
    ),
  );
}

/** RUN16: asked for like a person asks, so that it is on the record of each run. */
async function releaseStranded(db: Database, patients: readonly Patient[]): Promise<void> {
  const stranded = patients.filter(({ found }) => found.some(({ kind }) => kind === 'held'));
  for (const [storeId, those] of Map.groupBy(stranded, ({ run }) => run.storeId)) {
    const runIds = those.map(({ run }) => run.runId);
    await requestOperation(db, { storeId, kind: 'release', of: { runIds }, by: 'retoma doctor' });
  }
}
