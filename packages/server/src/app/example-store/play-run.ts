// Plays one run of an automation about a purchase, with the interpreter that production uses. Pure.
import {
  composeMessage,
  encodeEntry,
  playUntil,
  resolveIn,
  type Channel,
  type Entry,
  type Reaction,
  type Resolve,
  type RunData,
  type RunState,
  type SendEffect,
  type SendStep,
  type Sent,
  type SimulatedEnvironment,
  type Trigger,
  wakeAt,
} from '@retoma/flow';
import type { NewEvent } from '../../shop/events/queries/events.ts';
import type { InboundMessageRow } from '../../automations/delivery/queries/inbound-messages.ts';
import type { MessageKey, NewMessage } from '../../automations/delivery/queries/messages.ts';
import type { ShortLink } from '../../automations/delivery/queries/short-links.ts';
import type { NewRun } from '../../automations/engine/queries/runs.ts';
import { payOrigin } from '../../base/links/store-url.ts';
import { buildRunData } from '../../automations/run-data/run-data.ts';
import type { ExampleAutomation } from './automations.ts';
import type { Journey } from './journey.ts';
import type { ExamplePerson } from './people.ts';
import type { Random } from './random.ts';
import { recordsOf } from './records.ts';
import type { Shop } from './shop.ts';

/** A reaction to a message. */
export type ExampleReaction = InboundMessageRow & MessageKey;

/** What a run of the history wrote. */
export type ExampleRun = {
  readonly run: NewRun;
  readonly messages: readonly NewMessage[];
  readonly reactions: readonly ExampleReaction[];
  readonly links: readonly ShortLink[];
};

/** The store's side of every run: its connections, and the codes of short links. */
export type Sending = {
  readonly connectionIds: Readonly<Record<Channel, string>>;
  readonly shortCode: (runId: string, message: string, target: string) => string;
  /** COM8: the contact of a message that waits for an answer. */
  readonly hashContact: (channel: Channel, address: string) => Buffer | null;
};

/** A run that an event starts. `optedOutAt`: when the person has asked for no more messages on a channel; infinity: not so far. */
export type RunStart = {
  readonly automation: ExampleAutomation;
  readonly event: NewEvent;
  readonly journey: Journey;
  readonly person: ExamplePerson;
  readonly ordersOfBuyer: number;
  readonly optedOutAt: (channel: Channel) => number;
  /** The run is played until this instant. Milliseconds. */
  readonly until: number;
};

const minute = 60_000;

/** Plays a run until an instant: to its end, or to where it waits then. It may make the shopper return and pay. */
export function playRun(shop: Shop, sending: Sending, random: Random, start: RunStart): ExampleRun {
  const { automation, event, until } = start;
  const { plan, automationId } = automation;
  const runId = shop.newIdAt(event.occurredAt);
  const environment = new RunEnvironment(shop, sending, random, { ...start, runId });
  let state: RunState | undefined;
  const played = playUntil(plan, environment, event.occurredAt, until, (next) => (state = next));
  const isOver = played.outcome !== null;
  const row = {
    runId,
    storeId: shop.store.storeId,
    automationId,
    version: 1,
    eventId: event.eventId,
    status: played.outcome ?? ('waiting' as const),
    reason: isOver ? (played.reason ?? null) : null,
    state: JSON.stringify(state),
    finishedAt: isOver ? environment.clock : null,
    held: false,
    wakeAt: isOver || !state ? null : wakeAt(state),
    revision: 0,
    timelineBytes: 0,
  };
  return {
    run: { row, timeline: timelineOf(automation, played.entries), startedAt: event.occurredAt },
    messages: environment.messages,
    reactions: environment.reactions.filter(({ receivedAt }) => receivedAt <= until),
    links: environment.links,
  };
}

/** RUN15: the entries as they are stored. In a history every outcome is immediate, so that only delays last. */
const timelineOf = ({ plan }: ExampleAutomation, entries: readonly Entry[]): string =>
  entries.map((entry) => `${encodeEntry(plan, entry, durationOf(entry))},`).join('');

const durationOf = (entry: Entry): number => (entry.type === 'delay' ? entry.until - entry.at : 0);

/** What becomes of a message at its provider, and the shopper's reactions. */
type ProviderOutcome = {
  readonly state: 'sent' | 'delivered' | 'read' | 'failed';
  readonly reason: string | null;
  readonly reactions: readonly Reaction[];
};

class RunEnvironment implements SimulatedEnvironment {
  readonly messages: NewMessage[] = [];
  readonly reactions: ExampleReaction[] = [];
  readonly links: ShortLink[] = [];
  /** The instant that the run has reached. */
  clock: number;
  readonly #shop: Shop;
  readonly #sending: Sending;
  readonly #random: Random;
  readonly #start: RunStart & { readonly runId: string };
  #read: { readonly at: number; readonly data: RunData } | undefined;

  constructor(shop: Shop, sending: Sending, random: Random, start: RunStart & { readonly runId: string }) {
    this.#shop = shop;
    this.#sending = sending;
    this.#random = random;
    this.#start = start;
    this.clock = start.event.occurredAt;
  }

  resolve: Resolve = (field) => resolveIn(this.#data())(field);

  change(from: number, until: number): { at: number; events: Trigger[] } | null {
    const { journey, event } = this.#start;
    const moment = journey.next(Math.max(from, event.occurredAt), until);
    this.clock = moment?.at ?? until;
    return moment && { at: moment.at, events: moment.events.map(({ type }) => type) };
  }

  send(effect: SendEffect, now: number): Sent {
    const { automation, optedOutAt } = this.#start;
    const { channel, message } = effect;
    if (optedOutAt(channel) <= now) return this.#refuse(effect, 'OPTED_OUT', now);
    const { step } = automation.plan.steps[effect.step]!;
    const composed = composeMessage(step as SendStep, this.#data(), {
      baseUrl: this.#shop.baseUrl,
      timeZone: this.#shop.store.timeZone,
      shorten: (target) => this.#shorten(channel, message, target),
    });
    if (!composed.ok) return { sent: false, reason: composed.reason };
    const outcome = this.#outcomeOf(effect, now);
    this.#store(effect, { ...composed, now }, outcome);
    if (outcome.state === 'failed') return { sent: false, reason: outcome.reason! };
    for (const { kind, at } of outcome.reactions) this.#react(channel, message, { kind, at });
    return { sent: true, reactions: effect.listens.length > 0 ? outcome.reactions : [] };
  }

  /** The data at the instant of the run. It stays the same until the instant moves. */
  #data(): RunData {
    if (this.#read?.at === this.clock) return this.#read.data;
    const { automation, journey, event, ordersOfBuyer } = this.#start;
    const { store, baseUrl } = this.#shop;
    const records = recordsOf(journey.at(this.clock), event, ordersOfBuyer);
    const data = buildRunData(records, { store, baseUrl, now: this.clock }, automation.reads);
    this.#read = { at: this.clock, data };
    return data;
  }

  /** A message that brings the shopper back was read, and so was one that is answered. */
  #outcomeOf({ channel, listens }: SendEffect, now: number): ProviderOutcome {
    const { person, journey } = this.#start;
    const random = this.#random;
    const refused = (reason: string): ProviderOutcome => ({ state: 'failed', reason, reactions: [] });
    if (channel === 'whatsapp' && !person.hasWhatsapp) return refused('CANNOT_RECEIVE');
    const brings = journey.reached(now);
    const soon = (): number => now + random.between(1, 90) * minute + random.between(0, 59_999);
    const answers = listens.includes('onResponse') && random.chance(0.4);
    if (answers) return { state: 'read', reason: null, reactions: [{ kind: 'reply', at: soon() }] };
    if (channel === 'email') {
      if (!brings && random.chance(0.03)) return refused('RECIPIENT_REFUSED');
      const opens = brings || random.chance(0.38);
      const openedAt = brings ? now + 2 * minute : soon();
      const click: Reaction[] = brings ? [{ kind: 'click', at: openedAt + minute }] : [];
      return { state: 'delivered', reason: null, reactions: opens ? [{ kind: 'open', at: openedAt }, ...click] : [] };
    }
    const read = channel === 'whatsapp' && (brings || random.chance(0.72));
    return { state: read ? 'read' : random.chance(0.94) ? 'delivered' : 'sent', reason: null, reactions: [] };
  }

  /** RUN5: a message that is refused at once has a row without a text. */
  #refuse(effect: SendEffect, reason: string, now: number): Sent {
    this.#store(effect, { to: null, content: null, now }, { state: 'skipped', reason });
    return { sent: false, reason };
  }

  #store(
    { channel, message, due, guards, listens }: SendEffect,
    { to, content, now }: { to: string | null; content: object | null; now: number },
    { state, reason }: { state: ProviderOutcome['state'] | 'skipped'; reason: string | null },
  ): void {
    const { runId } = this.#start;
    this.messages.push({
      outboxMessage: {
        runId,
        messageKey: message,
        storeId: this.#shop.store.storeId,
        channel,
        dueAt: due,
        guards,
        connectionId: this.#sending.connectionIds[channel],
        recipient: to,
        content: content && JSON.stringify(content),
        contactHash: to !== null && listens.length > 0 ? this.#sending.hashContact(channel, to) : null,
        reservedAt: now,
      },
      state,
      reason,
      attempts: to === null ? 0 : 1,
      nextAttemptAt: null,
      leaseId: null,
      providerMessageId: state === 'failed' || state === 'skipped' ? null : `${runId}:${message}`,
      settledAt: now + this.#random.between(300, 2400),
    });
  }

  #react(channel: Channel, messageKey: string, { kind, at }: Reaction): void {
    const { runId } = this.#start;
    const connectionId = this.#sending.connectionIds[channel];
    const inboundId = `${kind}:${runId}:${messageKey}`;
    this.reactions.push({ connectionId, inboundId, kind, receivedAt: at, runId, messageKey });
  }

  #shorten(channel: Channel, messageKey: string, target: string): string {
    const { runId } = this.#start;
    const code = this.#sending.shortCode(runId, messageKey, target);
    const connectionId = this.#sending.connectionIds[channel];
    this.links.push({ code, storeId: this.#shop.store.storeId, connectionId, runId, messageKey, target });
    return `${payOrigin(this.#shop.store, this.#shop.baseUrl)}/l/${code}`;
  }
}
