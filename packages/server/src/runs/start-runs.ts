import type { Trigger } from '@retoma/flow';
import { automationListenFor, type ListeningAutomation } from '../db/queries/automations.ts';
import { eventQueueTake, runFindStopped, type QueuedEvent, type StoppedRun } from '../db/queries/event-queue.ts';
import { liveRecordsLock, type LiveRecords } from '../db/queries/live-records.ts';
import { runLockMany, type RunRow } from '../db/queries/runs.ts';
import type { Queryable } from '../db/pool.ts';
import { newId } from '../ids.ts';
import type { Engine } from './engine.ts';
import { inMove, moveRuns, type Transaction, type Work } from './move-runs.ts';
import { admit } from './reentry.ts';

/** Before every store's id. */
export const noStore = '00000000-0000-0000-0000-000000000000';

/** Where the next taking begins, so that every store has its turn. */
export type Round = { after: string };

/**
 * Takes events out of the queue and, in the same transaction: ends the runs whose stopOn they are (C18), starts the automations
 * that listen for them (C13: at most once), and moves the new runs up to their first wait. Answers how many events it took.
 */
export async function startRuns(engine: Engine, round: Round, limit: number): Promise<number> {
  const { after } = round;
  return inMove(engine, async (transaction) => {
    // Tried again, it is for the same events.
    round.after = after;
    const events = await takeEvents(transaction.client, round, limit);
    if (events.length === 0) return 0;
    engine.reach('events taken');
    const stopped = await runFindStopped(
      transaction.client,
      events.filter(hasSubject).map(({ eventId }) => eventId),
    );
    const works = [...(await worksOfStopped(transaction, stopped))];
    const records = await recordsOf(transaction, events);
    works.push(...(await worksOfStarts(engine, transaction, events, records)));
    await moveRuns(engine, transaction, works, records);
    engine.reach('starts written');
    return events.length;
  });
}

/** The next events of the round; where it has come to its end, of a new one. */
async function takeEvents(client: Queryable, round: Round, limit: number): Promise<QueuedEvent[]> {
  const from = round.after;
  const { events, reached } = await eventQueueTake(client, limit, from);
  round.after = reached ?? noStore;
  return events.length > 0 || from === noStore || reached !== null ? events : takeEvents(client, round, limit);
}

const hasSubject = ({ orderId, checkoutId }: QueuedEvent): boolean => orderId !== null || checkoutId !== null;

/** The records of events that tell of an order or a checkout are read and locked; the others are their own whole truth. */
async function recordsOf({ client }: Transaction, events: readonly QueuedEvent[]): Promise<Map<string, LiveRecords>> {
  const records = await liveRecordsLock(
    client,
    events.filter(hasSubject).map(({ eventId }) => eventId),
  );
  for (const event of events) {
    if (records.has(event.eventId)) continue;
    const { occurredAt, ...told } = event;
    records.set(event.eventId, {
      event: { ...told, occurredAt: new Date(occurredAt) },
      order: null,
      checkout: null,
      shopper: null,
    });
  }
  return records;
}

async function worksOfStopped({ client, now }: Transaction, stopped: readonly StoppedRun[]): Promise<Work[]> {
  if (stopped.length === 0) return [];
  const triggers = new Map(stopped.map(({ runId, trigger }) => [runId, trigger]));
  const runs = await runLockMany(client, [...triggers.keys()]);
  return runs.map((run) => ({
    run,
    feeds: [{ input: { type: 'event', trigger: triggers.get(run.runId)! }, at: now }],
    wake: null,
  }));
}

/** What a payment that is over leaves nothing to recover of (domain: late news starts no run). */
const recovery: ReadonlySet<Trigger> = new Set(['pix.generated', 'boleto.generated', 'payment.failed']);

async function worksOfStarts(
  engine: Engine,
  transaction: Transaction,
  events: readonly QueuedEvent[],
  records: ReadonlyMap<string, LiveRecords>,
): Promise<Work[]> {
  const open = events.filter(({ eventId, type }) => {
    const status = records.get(eventId)?.order?.status;
    return !(recovery.has(type) && (status === 'paid' || status === 'cancelled'));
  });
  const listening = await listenersOf(transaction, open);
  const starts = open.flatMap((event) =>
    (listening.get(`${event.storeId} ${event.type}`) ?? []).map((automation) => ({
      event,
      automation,
      runId: newId(),
    })),
  );
  const admitted = await admit(engine, transaction, starts, records);
  return admitted.map(({ event, automation, runId }) => ({
    run: unbegun(runId, event, automation),
    // C17: late is measured from when it happened.
    feeds: [{ input: { type: 'start', at: Math.min(event.occurredAt, transaction.now) }, at: transaction.now }],
    wake: null,
    startedAt: transaction.now,
  }));
}

/** An automation that an event would start. */
export type Start = { event: QueuedEvent; automation: ListeningAutomation; runId: string };

async function listenersOf(
  { client }: Transaction,
  events: readonly QueuedEvent[],
): Promise<ReadonlyMap<string, ListeningAutomation[]>> {
  const pairs = new Map(events.map(({ storeId, type }) => [`${storeId} ${type}`, { storeId, type }]));
  if (pairs.size === 0) return new Map();
  const rows = await automationListenFor(
    client,
    [...pairs.values()].map(({ storeId }) => storeId),
    [...pairs.values()].map(({ type }) => type),
  );
  return Map.groupBy(rows, ({ storeId, trigger }) => `${storeId} ${trigger}`);
}

function unbegun(
  runId: string,
  { eventId, storeId }: QueuedEvent,
  { automationId, version }: ListeningAutomation,
): RunRow {
  return {
    runId,
    storeId,
    automationId,
    version,
    eventId,
    status: 'waiting',
    state: null,
    reason: null,
    finishedAt: null,
    held: false,
    wakeAt: null,
    revision: 0,
    timelineBytes: 0,
  };
}
