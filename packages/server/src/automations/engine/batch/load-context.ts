import { recipientOf, resolveIn, type Channel, type RunData, type Trigger } from '@retoma/flow';
import { automationStatuses, type AutomationStatus } from '../../definitions/queries/automations.ts';
import { connectionListActive, type ConnectionRow } from '../../../providers/queries/connections.ts';
import { eventFindBoughtSince, eventFindLater, runFindSuperseded } from '../queries/event-queue.ts';
import { runRecordsLock, type RunRecords } from '../queries/run-records.ts';
import { optOutFindMany, optOutStores, type OptOutKey } from '../../../base/contacts/opt-outs.ts';
import type { CountedRecipient } from '../../../stores/limits/queries/recipient-counts.ts';
import { heldContactFindMany } from '../../../stores/limits/queries/held-contacts.ts';
import { suppressionFindMany } from '../../../base/contacts/suppressions.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import type { RunRow } from '../queries/runs.ts';
import { contactKey, hashContact, hashContactKey } from '../../../base/crypto/contact-hash.ts';
import type { Engine } from '../engine.ts';
import type { CompiledVersion, RunStore } from '../../definitions/compiled-versions.ts';
import type { DecisionContext } from './decide-run.ts';
import { openPaymentTriggers } from '../queues/open-payment-triggers.ts';

/** What loading a context needs of an engine. */
export type ContextDeps = Pick<Engine, 'buildRunData' | 'baseUrl' | 'contactSecret'>;

/** A run whose context is loaded. `records`: those of its event, if the caller has read them. */
export type Subject = {
  readonly task: {
    readonly run: Pick<RunRow, 'runId' | 'storeId' | 'automationId' | 'eventId'>;
    readonly records?: RunRecords;
  };
  readonly store: RunStore;
  readonly compiled: CompiledVersion;
};

/** RUN18: the run's code was replaced by one that has a run of its own, or its order was cancelled. */
export type PointlessReason = 'SUPERSEDED' | 'ORDER_CANCELLED';

/** Current records of one run, locked for share until commit. */
export type RunContext = Pick<DecisionContext, 'resolve'> & {
  readonly data: RunData;
  readonly store: RunStore;
  /** `inactive`: the store itself is switched off. */
  readonly status: AutomationStatus['status'] | 'inactive';
  /** RUN18: the later events of the same order or checkout that stop the run. */
  readonly stops: readonly Trigger[];
  /** RUN18: why the run is about nothing any more; null: it is. */
  readonly pointless: PointlessReason | null;
  connection(channel: Channel): ConnectionRow | undefined;
  /** The hash of the recipient of a channel's messages; null: there is no known recipient. */
  contactHash(channel: Channel): Buffer | null;
  /** COM42: the recipient of a channel's messages, if messages to them are limited; null: they are not. */
  countedRecipient(channel: Channel): CountedRecipient | null;
  /** COM21: when the hold of the run's checkout ends, in milliseconds; 0: it is not held. */
  readonly heldUntil: number;
  /** Why the contact must not receive messages on a channel; null: it may. */
  blockedReason(channel: Channel): 'OPTED_OUT' | 'SUPPRESSED' | null;
};

/**
 * Loads the contexts of runs, in a few statements for all of them. Orders, checkouts and automations stay locked for share, so nothing that
 * forbids a message can commit before the caller does. Returned in the order of `subjects`; null for a run whose event does not exist.
 */
export async function loadContext(
  engine: ContextDeps,
  db: Queryable,
  subjects: readonly Subject[],
  now: number,
): Promise<(RunContext | null)[]> {
  const records = await runRecordsLock(db, subjects.filter(lacksRecords).map(eventIdOf));
  // After the locks, so that everything committed before they were granted is visible (see runRecordsLock).
  const later = await loadLaterEvents(db, subjects);
  const superseded = await loadSuperseded(db, subjects, later);
  const versionContexts = await loadVersionContexts(db, subjects);
  const found: (LoadedRunContext | null)[] = [];
  let read = 0;
  for (const subject of subjects) {
    const { task, store, compiled } = subject;
    const live = task.records ?? records[read++];
    const data = live && engine.buildRunData(live, { store, baseUrl: engine.baseUrl(), now }, compiled.reads);
    const checkoutId = live?.checkout?.checkoutId ?? null;
    const isCounted = checkoutId !== null && live?.order?.status !== 'paid';
    const context =
      data &&
      new LoadedRunContext(engine, subject, { data, checkoutId, isCounted }, versionContexts.get(compiled)!, {
        later: later.get(task.run.eventId) ?? [],
        pointless: superseded.has(task.run.runId) ? 'SUPERSEDED' : cancelledReason(live?.order ?? null, compiled),
      });
    found.push(context ?? null);
  }
  await loadBlocked(
    db,
    found.filter((context) => context !== null),
    now,
  );
  return found;
}

/** The context that all runs of one version share. */
type VersionContext = { readonly status: RunContext['status']; readonly connections: Connections };

/** Loads the shared context of each version once. */
async function loadVersionContexts(
  db: Queryable,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<CompiledVersion, VersionContext>> {
  const firstOf = new Map<CompiledVersion, Subject>();
  for (const subject of subjects) if (!firstOf.has(subject.compiled)) firstOf.set(subject.compiled, subject);
  const versions = [...firstOf.values()];
  const statuses = new Map(
    (await automationStatuses(db, distinct(versions, automationOf))).map((row) => [row.automationId, row.status]),
  );
  const connections = await connectionsOf(db, distinct(versions, storeOf));
  const contextOf = (one: Subject): VersionContext => ({
    status: one.store.active ? (statuses.get(automationOf(one)) ?? 'deleted') : 'inactive',
    connections: connections.get(storeOf(one)) ?? {},
  });
  return new Map(versions.map((one) => [one.compiled, contextOf(one)]));
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

const lacksRecords = ({ task }: Subject): boolean => task.records === undefined;
const eventIdOf = ({ task }: Subject): string => task.run.eventId;
const automationOf = ({ task }: Subject): string => task.run.automationId;
const storeOf = ({ task }: Subject): string => task.run.storeId;

function distinct(subjects: readonly Subject[], idOf: (subject: Subject) => string): string[] {
  const ids = new Set<string>();
  for (const subject of subjects) ids.add(idOf(subject));
  return [...ids];
}

/** The context of one run; rarely read members are computed on demand. */
class LoadedRunContext implements RunContext {
  readonly subject: Subject;
  readonly data: RunData;
  readonly store: RunStore;
  readonly resolve: RunContext['resolve'];
  readonly status: RunContext['status'];
  readonly stops: readonly Trigger[];
  readonly pointless: PointlessReason | null;
  /** The channels on which the contact has opted out. */
  readonly optOuts = new Set<Channel>();
  heldUntil = 0;
  /** The checkout of the run's event, if it has one. */
  readonly checkoutId: string | null;
  /** Whether the e-mail address bounces, or its owner complained. */
  suppressed = false;
  readonly #engine: ContextDeps;
  readonly #connections: Connections;
  /** COM42: whether the run is about a checkout of ours whose order is not paid. */
  readonly #isCounted: boolean;

  constructor(
    engine: ContextDeps,
    subject: Subject,
    { data, checkoutId, isCounted }: { data: RunData; checkoutId: string | null; isCounted: boolean },
    { status, connections }: VersionContext,
    { later, pointless }: { later: readonly Trigger[]; pointless: PointlessReason | null },
  ) {
    this.subject = subject;
    this.data = data;
    this.checkoutId = checkoutId;
    this.#isCounted = isCounted;
    this.store = subject.store;
    this.resolve = resolveIn(data);
    this.status = status;
    this.stops = later.filter((trigger) => subject.compiled.plan.stopOn.includes(trigger));
    this.pointless = pointless;
    this.#engine = engine;
    this.#connections = connections;
  }

  connection(channel: Channel): ConnectionRow | undefined {
    return this.#connections[channel];
  }

  contactHash(channel: Channel): Buffer | null {
    const recipient = recipientOf(channel, this.data);
    return recipient === null ? null : hashContact(this.#engine, this.store.storeId, channel, recipient);
  }

  countedRecipient(channel: Channel): CountedRecipient | null {
    const recipient = this.#isCounted ? recipientOf(channel, this.data) : null;
    const kind = channel === 'email' ? 'email' : 'phone';
    const key = recipient === null ? null : contactKey(kind, recipient);
    if (key === null) return null;
    const { storeId } = this.store;
    return { storeId, kind, key, contactHash: hashContactKey(this.#engine.contactSecret, storeId, key) };
  }

  blockedReason(channel: Channel): 'OPTED_OUT' | 'SUPPRESSED' | null {
    if (this.optOuts.has(channel)) return 'OPTED_OUT';
    return channel === 'email' && this.suppressed ? 'SUPPRESSED' : null;
  }
}

/** COM8, COM21. Looks contacts up only in stores that have opt-outs or held contacts. */
async function loadBlocked(db: Queryable, found: readonly LoadedRunContext[], now: number): Promise<void> {
  const subjects = found.map(({ subject }) => subject);
  const { optOuts, holds } = await optOutStores(db, distinct(subjects, storeOf), now);
  const inStores = (stores: ReadonlySet<string>) => found.filter(({ store }) => stores.has(store.storeId));
  if (holds.size > 0) await loadHolds(db, inStores(holds), now);
  if (optOuts.size > 0) await loadOptOuts(db, inStores(optOuts), now);
}

async function loadHolds(db: Queryable, found: readonly LoadedRunContext[], now: number): Promise<void> {
  const checkoutIds = found.flatMap(({ checkoutId }) => checkoutId ?? []);
  const held = await heldContactFindMany(db, checkoutIds, now);
  for (const context of found) context.heldUntil = (context.checkoutId !== null && held.get(context.checkoutId)) || 0;
}

async function loadOptOuts(db: Queryable, found: readonly LoadedRunContext[], now: number): Promise<void> {
  const lookups = found.flatMap((context) =>
    context.subject.compiled.channels.flatMap((channel) => {
      const contactHash = context.contactHash(channel);
      return contactHash ? [{ context, key: { storeId: context.store.storeId, channel, contactHash } }] : [];
    }),
  );
  const rows = await optOutFindMany(
    db,
    lookups.map(({ key }) => key),
  );
  const optedOut = new Set(rows.map(optOutKey));
  for (const { context, key } of lookups) if (optedOut.has(optOutKey(key))) context.optOuts.add(key.channel);
  const byEmail = lookups.filter(({ key }) => key.channel === 'email');
  const suppressions = await suppressionFindMany(
    db,
    byEmail.map(({ key }) => key),
    now,
  );
  const suppressed = new Set(suppressions.map((key) => optOutKey({ ...key, channel: 'email' })));
  for (const { context, key } of byEmail) context.suppressed = suppressed.has(optOutKey(key));
}

const optOutKey = ({ storeId, channel, contactHash }: OptOutKey): string =>
  `${storeId} ${channel} ${contactHash.toString('hex')}`;

/** The later events of the same order or checkout, and payments of the same person, by the event of runs that one may end. */
async function loadLaterEvents(db: Queryable, subjects: readonly Subject[]): Promise<Map<string, Trigger[]>> {
  const stoppable = subjects.filter(({ compiled }) => compiled.plan.stopOn.length > 0 || isAboutOpenPayment(compiled));
  const later = new Map<string, Trigger[]>();
  for (const { eventId, trigger } of await eventFindLater(db, stoppable.map(eventIdOf))) {
    later.set(eventId, [...(later.get(eventId) ?? []), trigger]);
  }
  const ofPersons = subjects.filter(({ compiled }) => compiled.plan.flow.settings?.stopOnPurchase);
  for (const eventId of await eventFindBoughtSince(db, ofPersons.map(eventIdOf))) {
    later.set(eventId, [...(later.get(eventId) ?? []), 'payment.confirmed']);
  }
  return later;
}

/** The runs whose automation has a newer run for the same order, of a later code or refusal. */
async function loadSuperseded(
  db: Queryable,
  subjects: readonly Subject[],
  later: ReadonlyMap<string, readonly Trigger[]>,
): Promise<ReadonlySet<string>> {
  const replaced = subjects.filter(
    ({ task, compiled }) =>
      isAboutOpenPayment(compiled) && later.get(task.run.eventId)?.includes(compiled.plan.flow.trigger_event),
  );
  return new Set(
    await runFindSuperseded(
      db,
      replaced.map(({ task }) => task.run.runId),
    ),
  );
}

const isAboutOpenPayment = ({ plan }: CompiledVersion): boolean => openPaymentTriggers.has(plan.flow.trigger_event);

/** A run about a payment ends with its order's cancellation, unless its definition asks for that status. */
const cancelledReason = (order: RunRecords['order'], compiled: CompiledVersion): PointlessReason | null =>
  order?.status === 'cancelled' && isAboutOpenPayment(compiled) && !compiled.asksForCancelled
    ? 'ORDER_CANCELLED'
    : null;
