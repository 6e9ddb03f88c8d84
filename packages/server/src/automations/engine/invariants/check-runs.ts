// The full check: compares every live run with what its state waits for. It reads without locks, each run in one snapshot. Repairs happen
// under the lock of the run, after reading it again.
import type { Database, Queryable } from '../../../base/postgres/pool.ts';
import { runCheckMany, runCheckNext, type CheckedRun } from '../queries/invariants.ts';
import { runInputInsertMany } from '../queries/run-inputs.ts';
import { runTimerForget, runTimerSetMany } from '../queries/run-timers.ts';
import { runLockMany } from '../queries/runs.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { newId } from '../../../base/ids.ts';
import { requestOperation } from '../operations/request-operation.ts';
import { deletedStore, VersionCache } from '../../definitions/compiled-versions.ts';
import { diagnoseRun, type Diagnosis } from './diagnose-run.ts';

/** A live run with its problems. */
export type DiagnosedRun = { readonly run: CheckedRun; readonly found: readonly Diagnosis[] };

/** Checks all live runs of one store or of all, in batches. */
export class RunChecker {
  readonly #db: Database;
  readonly #versions = new VersionCache();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Checks the next `limit` live runs after an id. Returns those with problems, and the last id that was checked; null after the end. */
  async next(
    after: string,
    limit: number,
    storeId: string | null,
  ): Promise<{ diagnosed: DiagnosedRun[]; reached: string | null }> {
    const runs = await runCheckNext(this.#db, after, limit, storeId);
    const diagnosed = await this.#diagnose(this.#db, runs);
    return { diagnosed, reached: runs.length < limit ? null : runs.at(-1)!.runId };
  }

  /** Repairs runs in their current state. Returns what it repaired. */
  async repair(runIds: readonly string[], now: number): Promise<{ runId: string; kind: Diagnosis['kind'] }[]> {
    const diagnosed = await inTransaction(this.#db, async (client) => {
      await runLockMany(client, runIds);
      const current = await this.#diagnose(client, await runCheckMany(client, runIds));
      await repairTimers(client, current);
      await queueOutcomes(client, current, now);
      return current;
    });
    await releaseStranded(this.#db, diagnosed);
    return diagnosed.flatMap(({ run: { runId }, found }) =>
      found.filter(({ kind }) => kind !== 'unreadable').map(({ kind }) => ({ runId, kind })),
    );
  }

  async #diagnose(db: Queryable, runs: readonly CheckedRun[]): Promise<DiagnosedRun[]> {
    const versions = await this.#versions.load(db, runs.map(versionKey));
    return runs
      .map((run, index) => ({ run, found: diagnoseRun(run, versions[index]?.plan ?? null) }))
      .filter(({ found }) => found.length > 0);
  }
}

/** The numbers of a plan's steps do not depend on its store's settings. */
const versionKey = ({ automationId, version, storeId }: CheckedRun) => ({
  automationId,
  version,
  store: deletedStore(storeId),
});

async function repairTimers(client: Queryable, diagnosed: readonly DiagnosedRun[]): Promise<void> {
  const timers = diagnosed.flatMap(({ run: { runId, storeId }, found }) =>
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

/** Queues missed outcomes as inputs, which workers claim like any other. */
async function queueOutcomes(client: Queryable, diagnosed: readonly DiagnosedRun[], now: number): Promise<void> {
  await runInputInsertMany(
    client,
    diagnosed.flatMap(({ run: { runId, storeId }, found }) =>
      found.flatMap((one) =>
        'input' in one
          ? [{ runId, storeId, inputId: newId(runId), input: JSON.stringify(one.input), receivedAt: now }]
          : [],
      ),
    ),
  );
}

/** RUN16: requests a release as a member would, so that each run's timeline shows it. */
async function releaseStranded(db: Database, diagnosed: readonly DiagnosedRun[]): Promise<void> {
  const stranded = diagnosed.filter(({ found }) => found.some(({ kind }) => kind === 'held'));
  for (const [storeId, those] of Map.groupBy(stranded, ({ run }) => run.storeId)) {
    const runIds = those.map(({ run }) => run.runId);
    await requestOperation(db, { storeId, kind: 'release', of: { runIds }, by: 'retoma doctor' });
  }
}
