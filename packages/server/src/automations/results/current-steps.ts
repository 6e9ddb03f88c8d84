import { describeStep, parseMessageKey, readState, type Flow, type Locale, type StoredState } from '@retoma/flow';
import type { Queryable } from '../../base/postgres/pool.ts';
import type { RunListing } from '../engine/queries/run-listings.ts';
import { storeFind } from '../../stores/queries/stores.ts';
import type { VersionCache } from '../definitions/compiled-versions.ts';
import { waitOf } from './read-run.ts';

type Located = Pick<RunListing, 'runId' | 'automationId' | 'version' | 'position' | 'held' | 'finishedAt'>;

/**
 * One-line descriptions of the current steps of runs of one store, by run id. Finished runs, and runs whose version cannot be run, are
 * missing.
 */
export async function currentSteps(
  db: Queryable,
  plans: VersionCache,
  { storeId, runs, locale }: { storeId: string; runs: readonly Located[]; locale: Locale },
): Promise<ReadonlyMap<string, string>> {
  const open = runs.filter(({ position, finishedAt }) => position !== null && finishedAt === null);
  const store = open.length > 0 ? await storeFind(db, storeId) : undefined;
  if (!store) return new Map();
  const loaded = await plans.load(
    db,
    open.map(({ automationId, version }) => ({ automationId, version, store })),
  );
  const found = new Map<string, string>();
  for (const [index, run] of open.entries()) {
    const plan = loaded[index]?.plan;
    const waits = plan && waitOf(plan, readState(JSON.parse(run.position!) as StoredState), false);
    if (!plan || !waits || waits.for === 'held') continue;
    const path = waits.for === 'timer' ? waits.path : parseMessageKey(waits.message)?.path;
    const number = path === undefined ? undefined : plan.numbers.get(path);
    if (number !== undefined) found.set(run.runId, describeStep(plan.steps[number]!.step, locale));
  }
  return found;
}

/** The flow of a run; null: its version cannot be run. */
export async function flowOfRun(
  db: Queryable,
  plans: VersionCache,
  storeId: string,
  { automationId, version }: Pick<RunListing, 'automationId' | 'version'>,
): Promise<Flow | null> {
  const store = await storeFind(db, storeId);
  if (!store) return null;
  const [ready] = await plans.load(db, [{ automationId, version, store }]);
  return ready?.plan.flow ?? null;
}
