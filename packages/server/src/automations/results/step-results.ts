// The results of each step of an automation. Only timelines contain them exactly and no table sums them up. So the newest runs are read,
// few enough for a quick response; for more runs, the response contains the instant from which they are counted.
import { decodeEntries, differencesBetween, readState, type Flow, type Plan, type StoredState } from '@retoma/flow';
import type { Queryable } from '../../base/postgres/pool.ts';
import {
  resultLive,
  resultPaid,
  resultRuns,
  resultSteps,
  resultVersions,
  type ResultRun,
  type ResultSpan,
} from './queries/automation-results.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';
import { idInstant } from '../../base/ids.ts';
import { findAutomation, spanSince } from './automation-results.ts';
import type { VersionCache } from '../definitions/compiled-versions.ts';
import { recoveryHours } from './recovered-revenue.ts';
import { StepCounts } from './step-counts.ts';

/** The most runs, and bytes of timelines, that one response reads. */
const max = { runs: 20_000, bytes: 8 * 2 ** 20 };
/** The number of runs of one batch; the event loop runs between batches. */
const batchSize = 500;

/** The messages of a step: runs in which one was sent, and read or opened; the received sales because of it (COM41). */
export type MessageCount = { sent: number; read: number; paid: number };

/** The results of one step. */
export type StepFigures = {
  /** The step's id, which is the same in every version. */
  id: string;
  /** Runs that started in the period and reached the step; null: none of their versions has the step. */
  entered: number | null;
  /** Runs that wait at the step now, whenever they started. */
  waiting: number;
  /** null: the step sends no message, or no run requested one. */
  message: MessageCount | null;
  /** When the step got its current form, if some of these runs had another one; else null. */
  changedAt: Date | null;
};

/** The results of all steps of an automation. */
export type StepResults = {
  /** Whether any run was read. */
  hasRun: boolean;
  /** Runs that started in the period; all other counts are of these runs. */
  entered: number;
  /** The start of the oldest counted run, if not all runs are counted; else null. */
  reached: Date | null;
  /** Whether more runs may be waiting than were counted. */
  isMoreWaiting: boolean;
  steps: readonly StepFigures[];
  /** The number of runs that took each branch of a condition, or each handler of a message. */
  branches: readonly { id: string; branch: string; entered: number }[];
};

type ResultsQuery = { storeId: string; automationId: string; since: number };

/** Counts the runs that started since an instant, in milliseconds. Undefined: the store has no such automation. */
export async function stepResults(
  { db, plans }: { db: Queryable; plans: VersionCache },
  { storeId, automationId, since }: ResultsQuery,
): Promise<StepResults | undefined> {
  const automation = await findAutomation(db, storeId, automationId);
  if (!automation) return undefined;
  const { store } = automation;
  const loaded = new Map<number, Plan | null>();
  const planOf = async (version: number): Promise<Plan | null> => {
    const known = loaded.get(version);
    if (known !== undefined) return known;
    const [ready] = await plans.load(db, [{ automationId, version, store }]);
    const plan = ready?.plan ?? null;
    loaded.set(version, plan);
    return plan;
  };
  const read = await readRuns(db, planOf, spanSince(automationId, since));
  const { counts, versions, span } = read;
  const messages = await messageCounts(db, storeId, versions, span);
  const changes = await changesIn(db, automationId, versions);
  const ids = new Set([...counts.entered.keys(), ...counts.waiting.keys()]);
  return {
    hasRun: read.hasRun,
    entered: read.entered,
    reached: read.reached,
    isMoreWaiting: read.isCut && (await resultLive(db, automationId)) > read.live,
    steps: [...ids].map((id) => ({
      id,
      entered: counts.entered.get(id) ?? null,
      waiting: counts.waiting.get(id) ?? 0,
      message: messages.get(id) ?? null,
      changedAt: changes.get(id) ?? null,
    })),
    branches: [...counts.branchCounts].flatMap(([id, branches]) =>
      [...branches].map(([branch, entered]) => ({ id, branch, entered })),
    ),
  };
}

/** The versions of the recent runs; null: the version cannot be run. */
type Versions = ReadonlyMap<number, Plan | null>;

type Read = {
  counts: StepCounts;
  versions: Versions;
  hasRun: boolean;
  /** The number of recent runs, and of live runs of any age. */
  entered: number;
  live: number;
  /** Whether there are runs beyond those that were read. */
  isCut: boolean;
  reached: Date | null;
  /** The recent runs that were read. */
  span: ResultSpan;
};

/** Reads and counts the newest runs, batch by batch. */
async function readRuns(
  db: Queryable,
  planOf: (version: number) => Promise<Plan | null>,
  span: ResultSpan,
): Promise<Read> {
  const { automationId, since } = span;
  const counts = new StepCounts();
  const versions = new Map<number, Plan | null>();
  let [read, bytes, entered, live] = [0, 0, 0, 0];
  for (let before: string | undefined; ;) {
    const runs = await resultRuns(db, automationId, { since, before, limit: batchSize });
    for (const run of runs) {
      const { version, isRecent, isLive, timeline } = run;
      const plan = await planOf(version);
      if (plan) countRun(counts, plan, run);
      if (isLive) live++;
      if (!isRecent) continue;
      if (plan && !versions.has(version)) counts.know(plan);
      versions.set(version, plan);
      entered++;
      bytes += timeline?.length ?? 0;
    }
    read += runs.length;
    const last = runs.at(-1);
    const isCut = runs.length === batchSize && (read >= max.runs || bytes >= max.bytes);
    const done = { counts, versions, hasRun: read > 0, entered, live, isCut };
    if (last && isCut && last.isRecent) {
      return { ...done, reached: new Date(idInstant(last.runId)), span: { ...span, floor: last.runId } };
    }
    if (isCut || runs.length < batchSize) return { ...done, reached: null, span };
    before = last!.runId;
  }
}

function countRun(counts: StepCounts, plan: Plan, { isRecent, timeline, state }: ResultRun): void {
  const now = state === null ? null : readState(JSON.parse(state) as StoredState);
  if (isRecent) counts.addPassed(plan, decodeEntries(plan, (timeline ?? '').replace(/,$/, '')), now);
  if (now) counts.addWaiting(plan, now);
}

/** The message counts of each step, over all versions. */
async function messageCounts(
  db: Queryable,
  storeId: string,
  versions: Versions,
  span: ResultSpan,
): Promise<ReadonlyMap<string, MessageCount>> {
  const found = new Map<string, MessageCount>();
  const add = ({ version, path }: { version: number; path: string }, of: Partial<MessageCount>): void => {
    const plan = versions.get(version);
    const step = plan?.steps[plan.numbers.get(path) ?? -1];
    if (!step) return;
    const id = step.id ?? step.path;
    const { sent, read, paid } = found.get(id) ?? { sent: 0, read: 0, paid: 0 };
    found.set(id, { sent: sent + (of.sent ?? 0), read: read + (of.read ?? 0), paid: paid + (of.paid ?? 0) });
  };
  if (versions.size === 0) return found;
  for (const { sent, read, ...place } of await resultSteps(db, span)) add(place, { sent, read });
  for (const { paid, ...place } of await resultPaid(db, storeId, span, recoveryHours, simulatedProviderNames))
    add(place, { paid });
  return found;
}

/** When each step that differs between these versions got the form that it has in the newest one. */
async function changesIn(db: Queryable, automationId: string, versions: Versions): Promise<ReadonlyMap<string, Date>> {
  const changes = new Map<string, Date>();
  if (versions.size < 2) return changes;
  let older: Flow | undefined;
  for (const { version, publishedAt } of await resultVersions(db, automationId, [...versions.keys()])) {
    const flow = versions.get(version)?.flow;
    if (older && flow)
      for (const { id, kind } of differencesBetween(older, flow))
        if (kind === 'changed' || kind === 'moved') changes.set(id, publishedAt);
    older = flow ?? older;
  }
  return changes;
}
