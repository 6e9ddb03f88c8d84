import { recipientOf, resolveIn, type Channel, type RunData, type Trigger } from '@retoma/flow';
import { automationStatuses, type AutomationStatus } from '../../db/queries/automations/automations.ts';
import { connectionListActive, type ConnectionRow } from '../../db/queries/contacts/connections.ts';
import { eventFindLater } from '../../db/queries/events/event-queue.ts';
import { liveRecordsLock, type LiveRecords } from '../../db/queries/events/run-records.ts';
import { optOutFindMany, optOutStores, type OptOutKey } from '../../db/queries/contacts/opt-outs.ts';
import { heldContactFindMany } from '../../db/queries/limits/held-contacts.ts';
import { suppressionFindMany } from '../../db/queries/contacts/suppressions.ts';
import type { Queryable } from '../../db/pool.ts';
import type { RunRow } from '../../db/queries/runs/runs.ts';
import { personOf } from '../../crypto/contact-hash.ts';
import type { Engine } from '../engine.ts';
import type { ReadyPlan, RunStore } from '../../automations/compiled-versions.ts';
import type { BatchContext } from './decide-run.ts';

/** A run about which everything is to be known. `records`: of its event, where they are at hand. */
export type Subject = {
  readonly work: {
    readonly run: Pick<RunRow, 'runId' | 'storeId' | 'automationId' | 'eventId'>;
    readonly records?: LiveRecords;
  };
  readonly store: RunStore;
  readonly ready: ReadyPlan;
};

/** What surrounds one run: all of it as it is now, and true until the transaction ends. */
export type RunContext = Pick<BatchContext, 'resolve'> & {
  readonly data: RunData;
  readonly store: RunStore;
  /** `inactive`: the store itself is switched off. */
  readonly standing: AutomationStatus['standing'] | 'inactive';
  /** RUN18: the events after the run's own, of the same order or checkout, that end it. */
  readonly stops: readonly Trigger[];
  connection(channel: Channel): ConnectionRow | undefined;
  /** The hash of whoever a message of a channel goes to; null where nobody is known. */
  person(channel: Channel): Buffer | null;
  /** COM21: until when messages of the run's checkout are held, in milliseconds; 0: they are not. */
  readonly heldUntil: number;
  /** Why nothing goes to the person on a channel; null: it may. */
  unwanted(channel: Channel): 'OPTED_OUT' | 'SUPPRESSED' | null;
};

/**
 * Reads what surrounds runs, in a few statements for all of them together. Orders, checkouts and automations stay locked for share,
 * so that nothing which would forbid a message can commit between this and the caller's commit. In their order; null for a run whose
 * event is gone.
 */
export async function loadContext(
  engine: Engine,
  db: Queryable,
  subjects: readonly Subject[],
  now: number,
): Promise<(RunContext | null)[]> {
  const records = await liveRecordsLock(db, subjects.filter(lacksRecords).map(eventOf));
  // After the locks: what was committed until they were granted is seen (see liveRecordsLock).
  const stops = await loadStops(db, subjects);
  const shared = await loadShared(db, subjects);
  const found: (LoadedRunContext | null)[] = [];
  let read = 0;
  for (const subject of subjects) {
    const { work, store, ready } = subject;
    const live = work.records ?? records[read++];
    const data = live && engine.liveDataOf(live, { store, baseUrl: engine.baseUrl(), now }, ready.reads);
    const ending = stops.size > 0 ? stops.get(work.run.eventId) : undefined;
    const checkoutId = live?.checkout?.checkoutId ?? null;
    found.push(data ? new LoadedRunContext(engine, subject, { data, checkoutId }, shared.get(ready)!, ending) : null);
  }
  await findUnwanted(
    db,
    found.filter((around) => around !== null),
    now,
  );
  return found;
}

/** What runs of one plan have in common. */
type Shared = { readonly standing: RunContext['standing']; readonly connections: Connections };

/** A plan belongs to one version of one store's automation: what its runs have in common is looked up once for all of them. */
async function loadShared(db: Queryable, subjects: readonly Subject[]): Promise<ReadonlyMap<ReadyPlan, Shared>> {
  const plans = new Map<ReadyPlan, Subject>();
  for (const subject of subjects) if (!plans.has(subject.ready)) plans.set(subject.ready, subject);
  const ones = [...plans.values()];
  const standings = new Map(
    (await automationStatuses(db, distinct(ones, automationOf))).map((row) => [row.automationId, row.standing]),
  );
  const connections = await connectionsOf(db, distinct(ones, storeOf));
  const sharedBy = (one: Subject): Shared => ({
    standing: one.store.active ? (standings.get(automationOf(one)) ?? 'deleted') : 'inactive',
    connections: connections.get(storeOf(one)) ?? {},
  });
  return new Map(ones.map((one) => [one.ready, sharedBy(one)]));
}

/** The active connections of one store by their channel. */
type Connections = Partial<Record<Channel, ConnectionRow>>;

async function connectionsOf(db: Queryable, storeIds: readonly string[]): Promise<ReadonlyMap<string, Connections>> {
  const connections = new Map<string, Connections>();
  for (const row of await connectionListActive(db, storeIds)) {
    const ofStore = connections.get(row.storeId);
    if (ofStore) ofStore[row.channel] = row;
    else connections.set(row.storeId, { [row.channel]: row });
  }
  return connections;
}

const lacksRecords = ({ work }: Subject): boolean => work.records === undefined;
const eventOf = ({ work }: Subject): string => work.run.eventId;
const automationOf = ({ work }: Subject): string => work.run.automationId;
const storeOf = ({ work }: Subject): string => work.run.storeId;

function distinct(subjects: readonly Subject[], idOf: (subject: Subject) => string): string[] {
  const ids = new Set<string>();
  for (const subject of subjects) ids.add(idOf(subject));
  return [...ids];
}

/** What surrounds one run; what few moves ask for is made when it is asked for. */
class LoadedRunContext implements RunContext {
  readonly subject: Subject;
  readonly data: RunData;
  readonly store: RunStore;
  readonly resolve: RunContext['resolve'];
  readonly standing: RunContext['standing'];
  readonly stops: readonly Trigger[];
  /** The channels on which the person has opted out. */
  readonly optOuts = new Set<Channel>();
  heldUntil = 0;
  /** The checkout of the run's event, if it has one. */
  readonly checkoutId: string | null;
  /** Their e-mail address gives mails back, or they complained. */
  suppressed = false;
  readonly #engine: Engine;
  readonly #connections: Connections;

  constructor(
    engine: Engine,
    subject: Subject,
    { data, checkoutId }: { data: RunData; checkoutId: string | null },
    { standing, connections }: Shared,
    stops: readonly Trigger[] = [],
  ) {
    this.subject = subject;
    this.data = data;
    this.checkoutId = checkoutId;
    this.store = subject.store;
    this.resolve = resolveIn(data);
    this.standing = standing;
    this.stops = stops.filter((trigger) => subject.ready.plan.stopOn.includes(trigger));
    this.#engine = engine;
    this.#connections = connections;
  }

  connection(channel: Channel): ConnectionRow | undefined {
    return this.#connections[channel];
  }

  person(channel: Channel): Buffer | null {
    const recipient = recipientOf(channel, this.data);
    return recipient === null ? null : personOf(this.#engine, this.store.storeId, channel, recipient);
  }

  unwanted(channel: Channel): 'OPTED_OUT' | 'SUPPRESSED' | null {
    if (this.optOuts.has(channel)) return 'OPTED_OUT';
    return channel === 'email' && this.suppressed ? 'SUPPRESSED' : null;
  }
}

/** COM8, COM21. Contacts are looked for only where their store has any that opted out, or are held. */
async function findUnwanted(db: Queryable, found: readonly LoadedRunContext[], now: number): Promise<void> {
  const subjects = found.map(({ subject }) => subject);
  const { optOuts, holds } = await optOutStores(db, distinct(subjects, storeOf), now);
  const inStores = (stores: ReadonlySet<string>) => found.filter(({ store }) => stores.has(store.storeId));
  if (holds.size > 0) await findHolds(db, inStores(holds), now);
  if (optOuts.size > 0) await findOptOuts(db, inStores(optOuts), now);
}

async function findHolds(db: Queryable, found: readonly LoadedRunContext[], now: number): Promise<void> {
  const checkoutIds = found.flatMap(({ checkoutId }) => checkoutId ?? []);
  const held = await heldContactFindMany(db, checkoutIds, now);
  for (const around of found) around.heldUntil = (around.checkoutId !== null && held.get(around.checkoutId)) || 0;
}

async function findOptOuts(db: Queryable, found: readonly LoadedRunContext[], now: number): Promise<void> {
  const asked = found.flatMap((around) =>
    around.subject.ready.channels.flatMap((channel) => {
      const person = around.person(channel);
      return person ? [{ around, key: { storeId: around.store.storeId, channel, person } }] : [];
    }),
  );
  const rows = await optOutFindMany(
    db,
    asked.map(({ key }) => key),
  );
  const optedOut = new Set(rows.map(nameOf));
  for (const { around, key } of asked) if (optedOut.has(nameOf(key))) around.optOuts.add(key.channel);
  const byEmail = asked.filter(({ key }) => key.channel === 'email');
  const gone = await suppressionFindMany(
    db,
    byEmail.map(({ key }) => key),
    now,
  );
  const suppressed = new Set(gone.map((key) => nameOf({ ...key, channel: 'email' })));
  for (const { around, key } of byEmail) around.suppressed = suppressed.has(nameOf(key));
}

const nameOf = ({ storeId, channel, person }: OptOutKey): string => `${storeId} ${channel} ${person.toString('hex')}`;

async function loadStops(db: Queryable, subjects: readonly Subject[]): Promise<Map<string, Trigger[]>> {
  const stoppable = subjects.filter(({ ready }) => ready.plan.stopOn.length > 0);
  const stops = new Map<string, Trigger[]>();
  for (const { eventId, trigger } of await eventFindLater(db, stoppable.map(eventOf))) {
    stops.set(eventId, [...(stops.get(eventId) ?? []), trigger]);
  }
  return stops;
}
