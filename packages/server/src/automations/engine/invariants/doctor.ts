import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import { eventQueueRemove } from '../queries/event-queue.ts';
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
} from '../queries/invariants.ts';
import { runCounterCorrect, runCounterListWrong } from '../queries/run-counters.ts';
import { runTimerForget } from '../queries/run-timers.ts';
import { runLockMany, type RunRow } from '../queries/runs.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { noStore } from '../queues/events.ts';
import type { Diagnosis } from './diagnose-run.ts';
import { RunChecker } from './check-runs.ts';
import { maxDelaySeconds } from '../../results/store-health.ts';
import { kindsOfWork } from '../engine-metrics.ts';
import { evaluateBalance, type InvariantReport } from './check-invariants.ts';

/** Rows that refer to runs or events that are deleted or finished, and leases that no worker takes over. */
type OrphanKind = 'timer_orphaned' | 'input_orphaned' | 'message_orphaned' | 'event_orphaned' | 'lease_expired';

/** The kinds of problems that the doctor can find, with their repairs; null: no repair. */
export const repairs = {
  timer_missing: 'set the timer that the state of the run requires',
  timer_wrong: 'correct the timer to what the state of the run requires',
  outcome_missed: 'advance the run with the outcome of its message',
  message_lost: 'advance the run with the outcome unknown; the message is not sent again',
  held: 'release the run; its automation is not paused',
  unreadable: null,
  timer_orphaned: 'remove the timer of a finished or deleted run',
  input_orphaned: 'remove a reply, open or click of a deleted run',
  message_orphaned: 'settle the message of a deleted run; it is not sent',
  event_orphaned: 'remove the queue entry of a deleted event',
  lease_expired: null,
  counter_wrong: 'recalculate the counters of an automation',
} as const satisfies Record<Diagnosis['kind'] | OrphanKind | 'counter_wrong', string | null>;

/** A kind of problem. */
export type FindingKind = keyof typeof repairs;

/** The problems of one kind; a part of the command's JSON output. */
export type Finding = {
  kind: FindingKind;
  count: number;
  /** The first ids: of runs or, depending on the kind, of inputs, events or automations. */
  ids: string[];
  repaired: number;
};

/** The doctor's findings. `status`: the balance of all stores; null if only one was checked. */
export type Report = { ok: boolean; status: Omit<InvariantReport, 'ok'> | null; findings: Finding[] };

/** Options of the doctor. `storeId`: only this store; null: all. `repair`: findings are repaired too. */
export type DoctorOptions = { readonly storeId: string | null; readonly repair: boolean };

/** The most reported ids of each kind. */
const maxShownIds = 20;
/** The number of live runs that one statement reads, and one transaction repairs. */
const batchSize = 500;
/** The most orphans that one check finds; a further check finds more. */
const maxOrphans = 10_000;

/**
 * Checks every live run and everything that refers to runs against the invariants (README.md, R1 to R8). With `repair` it repairs what it can,
 * each run under its lock after reading it again. Any number of workers may run meanwhile.
 */
export async function runDoctor(db: Database, clock: Clock, options: DoctorOptions): Promise<Report> {
  const findings = new Findings();
  await checkRuns(db, clock, options, findings);
  await checkOrphans(db, clock, options, findings);
  await checkCounters(db, options, findings);
  const found = findings.list();
  const status = options.storeId === null ? evaluateBalance(await balanceFind(db), clock()) : null;
  const late = status !== null && kindsOfWork.some((kind) => status.overdue[kind] > maxDelaySeconds);
  const unexplained = status !== null && status.unaccounted !== 0 && found.length === 0;
  const ok = !late && !unexplained && found.every(({ count, repaired }) => repaired >= count);
  if (!status) return { ok, status, findings: found };
  const { live, unaccounted, overdue } = status;
  return { ok, status: { live, unaccounted, overdue }, findings: found };
}

class Findings {
  readonly #byKind = new Map<FindingKind, Finding>();

  add(kind: FindingKind, ids: readonly string[]): void {
    if (ids.length === 0) return;
    const finding = this.#of(kind);
    finding.count += ids.length;
    finding.ids.push(...ids.slice(0, maxShownIds - finding.ids.length));
  }

  repaired(kind: FindingKind, count: number): void {
    if (count > 0) this.#of(kind).repaired += count;
  }

  list(): Finding[] {
    return [...this.#byKind.values()];
  }

  #of(kind: FindingKind): Finding {
    const finding = this.#byKind.get(kind) ?? { kind, count: 0, ids: [], repaired: 0 };
    this.#byKind.set(kind, finding);
    return finding;
  }
}

async function checkRuns(
  db: Database,
  clock: Clock,
  { storeId, repair }: DoctorOptions,
  findings: Findings,
): Promise<void> {
  const checker = new RunChecker(db);
  for (let after: string | null = noStore; after !== null;) {
    const { diagnosed, reached }: Awaited<ReturnType<RunChecker['next']>> = await checker.next(
      after,
      batchSize,
      storeId,
    );
    for (const { run, found } of diagnosed) for (const { kind } of found) findings.add(kind, [run.runId]);
    if (repair && diagnosed.length > 0) {
      const repaired = await checker.repair(
        diagnosed.map(({ run }) => run.runId),
        clock(),
      );
      for (const { kind } of repaired) findings.repaired(kind, 1);
    }
    after = reached;
  }
}

/** Finds, and repairs, rows that refer to deleted or finished runs or to deleted events. */
async function checkOrphans(
  db: Database,
  clock: Clock,
  { storeId, repair }: DoctorOptions,
  findings: Findings,
): Promise<void> {
  const kinds: { kind: OrphanKind; list: ListOrphans; repair?: (ids: string[]) => Promise<number> }[] = [
    { kind: 'timer_orphaned', list: timerListOrphans, repair: (ids) => repairTimers(db, ids) },
    { kind: 'input_orphaned', list: inputListOrphans, repair: (ids) => inputDeleteOrphans(db, ids) },
    { kind: 'message_orphaned', list: messageListOrphans, repair: (ids) => messageSettleOrphans(db, ids, clock()) },
    { kind: 'event_orphaned', list: queueListOrphans, repair: (ids) => eventQueueRemove(db, ids) },
    {
      kind: 'lease_expired',
      list: (client, store, limit) => messageListAbandoned(client, store, limit, clock() - maxDelaySeconds * 1000),
    },
  ];
  for (const { kind, list, repair: fixAll } of kinds) {
    const ids = await list(db, storeId, maxOrphans);
    findings.add(kind, ids);
    if (repair && fixAll && ids.length > 0) findings.repaired(kind, await fixAll(ids));
  }
}

/** Deletes the timers of finished or deleted runs, after reading the runs again. */
function repairTimers(db: Database, runIds: readonly string[]): Promise<number> {
  return inTransaction(db, async (client) => {
    const live = new Set((await runLockMany(client, runIds)).filter(isLive).map(({ runId }) => runId));
    const orphans = runIds.filter((runId) => !live.has(runId));
    await runTimerForget(client, orphans);
    return orphans.length;
  });
}

const isLive = ({ finishedAt }: RunRow): boolean => finishedAt === null;

async function checkCounters(db: Database, { storeId, repair }: DoctorOptions, findings: Findings): Promise<void> {
  const wrong = await runCounterListWrong(db, storeId);
  findings.add(
    'counter_wrong',
    wrong.map(({ automationId }) => automationId),
  );
  if (repair && wrong.length > 0) findings.repaired('counter_wrong', await runCounterCorrect(db, storeId));
}
