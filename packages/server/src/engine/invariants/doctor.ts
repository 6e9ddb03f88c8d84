import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../db/pool.ts';
import { eventQueueRemove } from '../../db/queries/events/event-queue.ts';
import {
  inputDeleteOrphans,
  inputListOrphans,
  messageListAbandoned,
  messageListOrphans,
  messageSettleOrphans,
  queueListOrphans,
  balanceFind,
  timerListOrphans,
  type ListOrphans,
} from '../../db/queries/runs/invariants.ts';
import { runCounterCorrect, runCounterListWrong } from '../../db/queries/runs/run-counters.ts';
import { runTimerForget } from '../../db/queries/runs/run-timers.ts';
import { runLockMany, type RunRow } from '../../db/queries/runs/runs.ts';
import { inTransaction } from '../../db/transaction.ts';
import { noStore } from '../queues/events.ts';
import type { Diagnosis } from './diagnose-run.ts';
import { RunExamination } from './check-runs.ts';
import { evaluateBalance, kindsOfWork, patience, type InvariantReport } from './check-invariants.ts';

/** Rows that refer to what is gone or over, or that nobody looks at. */
type OrphanKind = 'timer_stray' | 'input_stray' | 'message_stray' | 'event_stray' | 'lease_over';

/** Everything that the doctor knows to find, with what mending does about it; null: nothing can or need be done. */
export const remedies = {
  timer_missing: 'set the timer that its state wants',
  timer_wrong: 'set the timer to what its state wants',
  outcome_missed: 'tell the run again what became of its message',
  message_lost: 'tell the run that nobody knows whether its message left; it is never sent again',
  held: 'release the run: its automation is not paused',
  unreadable: null,
  timer_stray: 'remove the timer of a run that is over or gone',
  input_stray: 'remove what was heard for a run that is gone',
  message_stray: 'settle the message of a run that is gone; it is never sent',
  event_stray: 'remove the place in the queue of an event that is gone',
  lease_over: null,
  tally_wrong: 'correct the sum of an automation',
} as const satisfies Record<Diagnosis['kind'] | OrphanKind | 'tally_wrong', string | null>;

/** One of them. */
export type FindingKind = keyof typeof remedies;

/** Everything found of one kind. */
export type Finding = {
  kind: FindingKind;
  count: number;
  /** The first of them: runs; inputs, events or automations where the kind is about those. */
  ids: string[];
  mended: number;
};

/** What the doctor found. `standing`: the numbers of all stores, where all were looked at. */
export type Report = { ok: boolean; standing: Omit<InvariantReport, 'ok'> | null; findings: Finding[] };

/** How it looks. */
export type DoctorOptions = { readonly storeId: string | null; readonly mend: boolean };

/** Ids shown of each kind. */
const shown = 20;
/** Live runs read by one statement, and mended by one transaction. */
const batchSize = 500;
/** Rows astray that are found at once; more of them are found when it looks again. */
const maxOrphans = 10_000;

/**
 * Looks at every live run and at everything that refers to runs, and says what is not as it must be (README.md, R1 to R8). With
 * `mend` it mends what it can, each run under its lock and looked at again there. Any number of workers may run meanwhile.
 */
export async function examine(db: Database, clock: Clock, options: DoctorOptions): Promise<Report> {
  const findings = new Findings();
  await examineRuns(db, clock, options, findings);
  await checkOrphans(db, clock, options, findings);
  await checkCounters(db, options, findings);
  const found = findings.list();
  const standing = options.storeId === null ? evaluateBalance(await balanceFind(db), clock()) : null;
  const late = standing !== null && kindsOfWork.some((kind) => standing.overdue[kind] > patience);
  const unexplained = standing !== null && standing.unaccounted !== 0 && found.length === 0;
  const ok = !late && !unexplained && found.every(({ count, mended }) => mended >= count);
  if (!standing) return { ok, standing, findings: found };
  const { live, unaccounted, overdue } = standing;
  return { ok, standing: { live, unaccounted, overdue }, findings: found };
}

class Findings {
  readonly #byKind = new Map<FindingKind, Finding>();

  add(kind: FindingKind, ids: readonly string[]): void {
    if (ids.length === 0) return;
    const finding = this.#of(kind);
    finding.count += ids.length;
    finding.ids.push(...ids.slice(0, shown - finding.ids.length));
  }

  mended(kind: FindingKind, count: number): void {
    if (count > 0) this.#of(kind).mended += count;
  }

  list(): Finding[] {
    return [...this.#byKind.values()];
  }

  #of(kind: FindingKind): Finding {
    const finding = this.#byKind.get(kind) ?? { kind, count: 0, ids: [], mended: 0 };
    this.#byKind.set(kind, finding);
    return finding;
  }
}

async function examineRuns(
  db: Database,
  clock: Clock,
  { storeId, mend }: DoctorOptions,
  findings: Findings,
): Promise<void> {
  const examination = new RunExamination(db);
  for (let after: string | null = noStore; after !== null;) {
    const { patients, reached }: Awaited<ReturnType<RunExamination['next']>> = await examination.next(
      after,
      batchSize,
      storeId,
    );
    for (const { run, found } of patients) for (const { kind } of found) findings.add(kind, [run.runId]);
    if (mend && patients.length > 0) {
      const mended = await examination.mend(
        patients.map(({ run }) => run.runId),
        clock(),
      );
      for (const { kind } of mended) findings.mended(kind, 1);
    }
    after = reached;
  }
}

/** Rows that refer to what is gone or over. */
async function checkOrphans(
  db: Database,
  clock: Clock,
  { storeId, mend }: DoctorOptions,
  findings: Findings,
): Promise<void> {
  const kinds: { kind: OrphanKind; list: ListOrphans; mend?: (ids: string[]) => Promise<number> }[] = [
    { kind: 'timer_stray', list: timerListOrphans, mend: (ids) => repairTimers(db, ids) },
    { kind: 'input_stray', list: inputListOrphans, mend: (ids) => inputDeleteOrphans(db, ids) },
    { kind: 'message_stray', list: messageListOrphans, mend: (ids) => messageSettleOrphans(db, ids, clock()) },
    { kind: 'event_stray', list: queueListOrphans, mend: (ids) => eventQueueRemove(db, ids) },
    {
      kind: 'lease_over',
      list: (client, store, limit) => messageListAbandoned(client, store, limit, clock() - patience * 1000),
    },
  ];
  for (const { kind, list, mend: fixAll } of kinds) {
    const ids = await list(db, storeId, maxOrphans);
    findings.add(kind, ids);
    if (mend && fixAll && ids.length > 0) findings.mended(kind, await fixAll(ids));
  }
}

/** Removes the timers of runs that are over or gone, as they are now. */
function repairTimers(db: Database, runIds: readonly string[]): Promise<number> {
  return inTransaction(db, async (client) => {
    const live = new Set((await runLockMany(client, runIds)).filter(isLive).map(({ runId }) => runId));
    const stray = runIds.filter((runId) => !live.has(runId));
    await runTimerForget(client, stray);
    return stray.length;
  });
}

const isLive = ({ finishedAt }: RunRow): boolean => finishedAt === null;

async function checkCounters(db: Database, { storeId, mend }: DoctorOptions, findings: Findings): Promise<void> {
  const wrong = await runCounterListWrong(db, storeId);
  findings.add(
    'tally_wrong',
    wrong.map(({ automationId }) => automationId),
  );
  if (mend && wrong.length > 0) findings.mended('tally_wrong', await runCounterCorrect(db, storeId));
}
