import type { Trigger } from '@retoma/flow';
import { automationListenFor, type ListeningAutomation } from '../../definitions/queries/automations.ts';
import { eventQueueClaim, runFindStopped, type QueuedEvent, type StoppedRun } from '../queries/event-queue.ts';
import { runRecordsLock, type RunRecords } from '../queries/run-records.ts';
import { runLockMany, type RunRow } from '../queries/runs.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { lowestId, newId } from '../../../base/ids.ts';
import type { Engine } from '../engine.ts';
import type { TimedInput } from '../batch/decide-run.ts';
import { runBatch } from '../batch/run-batch.ts';
import type { Batch, RunTask } from '../batch/types.ts';
import { openPaymentTriggers } from './open-payment-triggers.ts';
import { filterReentry, type EventWithRecords, type Start } from './reentry.ts';

/** Sorts before every store's id. */
export const noStore = lowestId;

/** The store after which the next claim starts, so that every store is served. */
export type FairCursor = { after: string };

/**
 * Claims events and, in the same transaction, stops runs by their stopOn (RUN18), starts the automations with their trigger (RUN13: at most
 * once) and advances the new runs to their first wait. Returns how many events it claimed.
 */
export async function startRuns(engine: Engine, cursor: FairCursor, limit: number): Promise<number> {
  const { after } = cursor;
  return runBatch(engine, async (batch) => {
    // A retry claims the same events.
    cursor.after = after;
    const events = await claimEvents(batch.client, cursor, limit);
    if (events.length === 0) return { tasks: [], finish: () => 0 };
    engine.crashPoint('events claimed');
    const stopped = await runFindStopped(
      batch.client,
      events.filter(hasRecords).map(({ eventId }) => eventId),
    );
    const tasks = [...(await tasksOfStopped(batch, stopped))];
    const loaded = await withRecords(batch, events);
    tasks.push(...(await tasksOfStarts(engine, batch, loaded)));
    const finish = (): number => {
      engine.crashPoint('starts written');
      return events.length;
    };
    return { tasks, finish };
  });
}

/** The next events after the cursor; from the first store again after the last one. */
async function claimEvents(client: Queryable, cursor: FairCursor, limit: number): Promise<QueuedEvent[]> {
  const from = cursor.after;
  const { events, reached } = await eventQueueClaim(client, limit, from);
  cursor.after = reached ?? noStore;
  return events.length > 0 || from === noStore || reached !== null ? events : claimEvents(client, cursor, limit);
}

const hasRecords = ({ orderId, checkoutId }: QueuedEvent): boolean => orderId !== null || checkoutId !== null;

/** Reads and locks the records of events that have an order or a checkout; the rest consist of the event alone. */
async function withRecords({ client }: Batch, events: readonly QueuedEvent[]): Promise<EventWithRecords[]> {
  const found = await runRecordsLock(
    client,
    events.filter(hasRecords).map(({ eventId }) => eventId),
  );
  let next = 0;
  const loaded: EventWithRecords[] = [];
  for (const event of events)
    loaded.push({ event, records: (hasRecords(event) ? found[next++] : null) ?? recordsIn(event) });
  return loaded;
}

const recordsIn = (event: QueuedEvent): RunRecords => ({ event, order: null, checkout: null, shopper: null });

async function tasksOfStopped({ client, now }: Batch, stopped: readonly StoppedRun[]): Promise<RunTask[]> {
  if (stopped.length === 0) return [];
  const triggers = new Map(stopped.map(({ runId, trigger }) => [runId, trigger]));
  const runs = await runLockMany(client, [...triggers.keys()]);
  return runs.map((run) => ({
    run,
    inputs: [{ input: { type: 'event', trigger: triggers.get(run.runId)! }, at: now }],
    wake: null,
  }));
}

async function tasksOfStarts(engine: Engine, batch: Batch, events: readonly EventWithRecords[]): Promise<RunTask[]> {
  const open = events.filter(isOpen);
  const listening = await listenersOf(batch, open);
  const starts: Start[] = [];
  for (const { event, records } of open) {
    for (const automation of listening.get(event.storeId) ?? [])
      if (automation.trigger === event.type) starts.push({ event, records, automation, runId: newId(event.storeId) });
  }
  const tasks: RunTask[] = [];
  const { now } = batch;
  for (const { event, records, automation, runId } of await filterReentry(engine, batch, starts)) {
    const run = newRunRow(runId, event, automation);
    // RUN17: lateness counts from when the event occurred.
    const inputs: TimedInput[] = [{ input: { type: 'start', at: Math.min(event.occurredAt, now) }, at: now }];
    tasks.push({ run, inputs, wake: null, startedAt: now, records });
  }
  return tasks;
}

const isOpen = ({ event, records: { order } }: EventWithRecords): boolean =>
  !openPaymentTriggers.has(event.type) || (order?.status !== 'paid' && order?.status !== 'cancelled');

/** The automations that these events trigger, by store. */
async function listenersOf(
  { client }: Batch,
  events: readonly EventWithRecords[],
): Promise<ReadonlyMap<string, ListeningAutomation[]>> {
  const types = new Map<string, Set<Trigger>>();
  for (const { event } of events) {
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

function newRunRow(
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
