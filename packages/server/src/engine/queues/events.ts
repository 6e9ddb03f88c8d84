import type { Trigger } from '@retoma/flow';
import { automationListenFor, type ListeningAutomation } from '../../db/queries/automations/automations.ts';
import {
  eventQueueTake,
  runFindStopped,
  type QueuedEvent,
  type StoppedRun,
} from '../../db/queries/events/event-queue.ts';
import { liveRecordsLock, type LiveRecords } from '../../db/queries/events/run-records.ts';
import { runLockMany, type RunRow } from '../../db/queries/runs/runs.ts';
import type { Queryable } from '../../db/pool.ts';
import { newId } from '../../platform/ids.ts';
import type { Engine } from '../engine.ts';
import type { TimedInput } from '../batch/decide-run.ts';
import { inMove, moveRuns, type Transaction, type RunTask } from '../batch/run-batch.ts';
import { admit } from './reentry.ts';

/** Before every store's id. */
export const noStore = '00000000-0000-0000-0000-000000000000';

/** Where the next taking begins, so that every store has its turn. */
export type Round = { after: string };

/**
 * Takes events out of the queue and, in the same transaction: ends the runs whose stopOn they are (RUN18), starts the automations
 * that listen for them (RUN13: at most once), and moves the new runs up to their first wait. Answers how many events it took.
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
    const tasks = [...(await tasksOfStopped(transaction, stopped))];
    const told = await withRecords(transaction, events);
    tasks.push(...(await tasksOfStarts(engine, transaction, told)));
    await moveRuns(engine, transaction, tasks);
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

/** An event and what it tells of. */
type EventWithRecords = { readonly event: QueuedEvent; readonly records: LiveRecords };

/** The records of events that tell of an order or a checkout are read and locked; the others are their own whole truth. */
async function withRecords({ client }: Transaction, events: readonly QueuedEvent[]): Promise<EventWithRecords[]> {
  const found = await liveRecordsLock(
    client,
    events.filter(hasSubject).map(({ eventId }) => eventId),
  );
  let next = 0;
  const told: EventWithRecords[] = [];
  for (const event of events)
    told.push({ event, records: (hasSubject(event) ? found[next++] : null) ?? recordsIn(event) });
  return told;
}

const recordsIn = (event: QueuedEvent): LiveRecords => ({ event, order: null, checkout: null, shopper: null });

async function tasksOfStopped({ client, now }: Transaction, stopped: readonly StoppedRun[]): Promise<RunTask[]> {
  if (stopped.length === 0) return [];
  const triggers = new Map(stopped.map(({ runId, trigger }) => [runId, trigger]));
  const runs = await runLockMany(client, [...triggers.keys()]);
  return runs.map((run) => ({
    run,
    inputs: [{ input: { type: 'event', trigger: triggers.get(run.runId)! }, at: now }],
    wake: null,
  }));
}

/** What a payment that is over leaves nothing to recover of (domain: late news starts no run). */
const recovery: ReadonlySet<Trigger> = new Set(['pix.generated', 'boleto.generated', 'payment.failed']);

async function tasksOfStarts(
  engine: Engine,
  transaction: Transaction,
  told: readonly EventWithRecords[],
): Promise<RunTask[]> {
  const open = told.filter(isOpen);
  const listening = await listenersOf(transaction, open);
  const starts: Start[] = [];
  for (const { event, records } of open) {
    for (const automation of listening.get(event.storeId) ?? [])
      if (automation.trigger === event.type) starts.push({ event, records, automation, runId: newId() });
  }
  const tasks: RunTask[] = [];
  const { now } = transaction;
  for (const { event, records, automation, runId } of await admit(engine, transaction, starts)) {
    const run = unbegun(runId, event, automation);
    // RUN17: late is measured from when it happened.
    const inputs: TimedInput[] = [{ input: { type: 'start', at: Math.min(event.occurredAt, now) }, at: now }];
    tasks.push({ run, inputs, wake: null, startedAt: now, records });
  }
  return tasks;
}

const isOpen = ({ event, records: { order } }: EventWithRecords): boolean =>
  !recovery.has(event.type) || (order?.status !== 'paid' && order?.status !== 'cancelled');

/** An automation that an event would start. */
export type Start = EventWithRecords & { readonly automation: ListeningAutomation; readonly runId: string };

/** The automations that listen for what happened, by store. */
async function listenersOf(
  { client }: Transaction,
  told: readonly EventWithRecords[],
): Promise<ReadonlyMap<string, ListeningAutomation[]>> {
  const types = new Map<string, Set<Trigger>>();
  for (const { event } of told) {
    const ofStore = types.get(event.storeId);
    if (ofStore) ofStore.add(event.type);
    else types.set(event.storeId, new Set([event.type]));
  }
  if (types.size === 0) return new Map();
  const pairs = [...types].flatMap(([storeId, ofStore]) => [...ofStore].map((type) => ({ storeId, type })));
  const rows = await automationListenFor(
    client,
    pairs.map(({ storeId }) => storeId),
    pairs.map(({ type }) => type),
  );
  return Map.groupBy(rows, ({ storeId }) => storeId);
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
