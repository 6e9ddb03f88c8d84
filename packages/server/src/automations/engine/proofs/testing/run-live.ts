// Plays scenarios as the simulator does (packages/flow/src/simulate/play.ts), but on the real engine: all of them in one database. The
// clock jumps from one instant with work to the next. Within an instant the order is that of RUN10: changes of the data with their events,
// then reactions of the customers, one of each run at a time, then due work.
import type { Entry, Flow, Reaction, RunData, Scenario, SimulatedMessage } from '@retoma/flow';
import { compileFlow, decodeEntries, parseMessageKey, type Plan, type RunOutcome } from '@retoma/flow';
import { eventsOf } from '../../../../../../flow/src/simulate/events.ts';
import { withValue } from '../../../../../../flow/src/interpret/data.ts';
import { instantOf, type DeliveryScript } from '../../../../../../flow/src/simulate/scenario.ts';
import type { Delivered, Delivery } from '../../../../providers/channels/provider.ts';
import { automationInsert, automationPublish } from '../../../definitions/queries/automations.ts';
import { runInputInsertMany } from '../../queries/run-inputs.ts';
import { runTimerNext } from '../../queries/run-timers.ts';
import { newId } from '../../../../base/ids.ts';
import { startTestEngine, type TestEngine } from '../../../../testing/test-engine.ts';
import type { Engine } from '../../engine.ts';
import { recordOutcomes } from '../../queues/outcomes.ts';
import { resumeRuns } from '../../queues/inputs.ts';
import { noStore, startRuns } from '../../queues/events.ts';
import { wakeRuns } from '../../queues/timers.ts';

/** A flow and the scenario of its run. */
export type Case = { readonly flow: Flow; readonly scenario: Scenario };

/** The result of a run on the engine. Minutes count from the scenario's start, as in the simulator's result. */
export type Lived = {
  readonly outcome: RunOutcome | 'waiting' | 'running' | 'never hasStarted';
  readonly reason: string | null;
  readonly trace: readonly Entry[];
  readonly messages: readonly SimulatedMessage[];
};

const minute = 60_000;
const batch = 1_000;

/** A pending reply, open or click of a message. */
type Pending = Reaction & { readonly message: string };

/** The state of one case while it is played. */
type Played = {
  readonly flow: Flow;
  readonly plan: Plan;
  readonly scenario: Scenario;
  readonly start: number;
  readonly storeId: string;
  readonly orderId: string;
  /** The remaining changes, sorted by instant. */
  readonly changes: { readonly at: number; readonly set: { readonly [place: string]: unknown } }[];
  readonly reactions: Pending[];
  readonly messages: SimulatedMessage[];
  data: RunData;
  hasStarted: boolean;
  runId: string | null;
};

/** The base URL of links in messages; the simulator must use the same. */
export const baseUrl = 'https://pay.retoma.example';

/** Plays all cases to their end, in a database that is dropped afterwards. */
export async function playLive(cases: readonly Case[]): Promise<Lived[]> {
  const service = await startTestEngine();
  try {
    return await new LivePlay(service).play(cases);
  } finally {
    await service.stop();
  }
}

class LivePlay {
  readonly #service: TestEngine;
  readonly #engine: Engine;
  readonly #byStore = new Map<string, Played>();
  #all: Played[] = [];

  constructor(service: TestEngine) {
    this.#service = service;
    // The order's `customer` column contains the scenario's data, so the engine decides on data that it has locked and loaded.
    this.#engine = {
      ...service.engine,
      buildRunData: ({ order }) => JSON.parse(order!.customer!) as RunData,
    };
    service.script.deliver = (delivery) => this.#deliver(delivery);
  }

  async play(cases: readonly Case[]): Promise<Lived[]> {
    this.#all = await Promise.all(cases.map((one) => this.#prepare(one)));
    for (let at = await this.#next(-Infinity); at < Infinity; at = await this.#next(at)) {
      this.#service.pass(at - this.#service.now());
      await this.#change(at);
      do await this.#react(at);
      while (await this.#wake());
    }
    return Promise.all(this.#all.map((one) => this.#lived(one)));
  }

  async #prepare({ flow, scenario }: Case): Promise<Played> {
    const { db } = this.#service;
    const storeId = await this.#service.newStore();
    const start = instantOf(scenario.start)!;
    // Writes the tables directly: some of these flows are refused on import, although the rules cover them. No change of a scenario reports
    // this trigger, so each store has only one run.
    const draft = {
      automationId: newId(),
      storeId,
      name: flow.name,
      triggerEvent: 'cart.abandoned' as const,
      draft: JSON.stringify(flow),
      savedBy: null,
    };
    const plan = compileFlow(flow);
    const published = { triggerEvent: draft.triggerEvent, stopOn: plan.stopOn };
    await automationPublish(db, await automationInsert(db, draft), true, published, null);
    const orderId = newId();
    await db.query(`insert into orders (order_id, store_id, status, status_at) values ($1, $2, 'pending', now())`, [
      orderId,
      storeId,
    ]);
    const changes = (scenario.changes ?? [])
      .map((change) => ({ ...change, at: start + Math.round(change.at * minute) }))
      .sort((one, other) => one.at - other.at);
    const data = scenario.context ?? {};
    const state = { hasStarted: false, runId: null, data, reactions: [], messages: [], changes };
    const played = { flow, plan, scenario, start, storeId, orderId, ...state };
    await this.#write(played);
    this.#byStore.set(storeId, played);
    return played;
  }

  /** The next instant with work. Throws if work of an earlier instant is left. */
  async #next(after: number): Promise<number> {
    const instants = this.#all.flatMap(({ hasStarted, start, changes, reactions }) => [
      hasStarted ? Infinity : start,
      changes[0]?.at ?? Infinity,
      reactions[0]?.at ?? Infinity,
    ]);
    const next = Math.min(...instants, (await runTimerNext(this.#service.db)) ?? Infinity);
    if (next <= after) throw new Error(`something of ${new Date(next).toISOString()} was left undone`);
    return next;
  }

  /** Applies the changes of an instant one after the other, and starts the runs that begin at it. */
  async #change(at: number): Promise<void> {
    for (const played of this.#all) {
      while (played.changes[0]?.at === at) {
        const before = played.data;
        for (const [place, value] of Object.entries(played.changes.shift()!.set)) {
          played.data = withValue(played.data, place.split('.'), value);
        }
        await this.#write(played);
        await this.#happen(played, ...eventsOf(before, played.data));
      }
    }
    await this.#settle();
    for (const played of this.#all.filter(({ hasStarted, start }) => !hasStarted && start === at)) {
      played.hasStarted = true;
      await this.#happen(played, 'cart.abandoned');
    }
    await this.#settle();
  }

  async #happen({ storeId, orderId }: Played, ...types: Parameters<TestEngine['happen']>[0]['type'][]): Promise<void> {
    await this.#service.happen(...types.map((type) => ({ type, data: {}, orderId, storeId })));
  }

  async #write({ orderId, data }: Played): Promise<void> {
    await this.#service.db.query('update orders set customer = $2 where order_id = $1', [
      orderId,
      JSON.stringify(data),
    ]);
  }

  /** Applies the reactions of an instant, one of each run at a time, so that its messages are sent in between. */
  async #react(at: number): Promise<void> {
    for (;;) {
      const reacting = this.#all.filter(({ reactions }) => reactions[0]?.at === at);
      if (reacting.length === 0) return;
      await runInputInsertMany(
        this.#service.db,
        reacting.map(({ storeId, runId, reactions }) => {
          const { kind: type, message } = reactions.shift()!;
          const input = JSON.stringify({ type, message });
          return { storeId, inputId: newId(), runId: runId!, input, receivedAt: at };
        }),
      );
      while ((await resumeRuns(this.#engine, batch)) > 0);
      await this.#settle();
    }
  }

  /** Wakes the due runs once; false if there is none. */
  async #wake(): Promise<boolean> {
    const woken = await wakeRuns(this.#engine, { after: noStore, isSkewed: false }, batch);
    await this.#settle();
    return woken > 0;
  }

  /** Processes outcomes and events until there are none. */
  async #settle(): Promise<void> {
    let found: number;
    do {
      await this.#engine.dispatcher.idle();
      found = await recordOutcomes(this.#engine, batch);
      found += await startRuns(this.#engine, { after: noStore }, batch);
    } while (found > 0);
  }

  /** The provider: delivers a message as the scenario defines, like the simulator's world. */
  #deliver({ key, storeId, channel, to, content }: Delivery): Delivered {
    const played = this.#byStore.get(storeId)!;
    const [runId, message] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
    const { path, pass } = parseMessageKey(message)!;
    const { id } = played.plan.steps[played.plan.numbers.get(path)!]!;
    const now = this.#service.now();
    played.runId = runId;
    const scripts = (played.scenario.messages ?? []).filter(
      (deliveryScript) =>
        (deliveryScript.step === id || deliveryScript.step === path) &&
        (deliveryScript.pass === undefined || deliveryScript.pass === pass),
    );
    const refusal = scripts.find(({ fail }) => fail !== undefined);
    if (refusal?.fail !== undefined) return { outcome: 'refused', reason: refusal.fail };
    const step = id ?? path;
    const address = { at: (now - played.start) / minute, step, pass, channel, to };
    played.messages.push({ ...address, content: content as SimulatedMessage['content'] });
    for (const reaction of scripts.flatMap((deliveryScript) => reactionsTo(deliveryScript, now))) {
      insertReaction(played.reactions, { ...reaction, message });
    }
    return { outcome: 'sent' };
  }

  async #lived({ storeId, plan, start, messages }: Played): Promise<Lived> {
    const { rows } = await this.#service.db.query<{ status: Lived['outcome']; reason: string | null; text: string }>(
      `select status, reason, coalesce(
         (select string_agg(entries, '' order by segment) from run_timeline_segments c where c.run_id = r.run_id), '') || timeline as text
       from runs r where store_id = $1`,
      [storeId],
    );
    const [run] = rows;
    if (!run || rows.length > 1) return { outcome: 'never hasStarted', reason: null, trace: [], messages };
    const trace = decodeEntries(plan, run.text.replace(/,$/, '')).map(({ entry }): Entry => {
      const at = (entry.at - start) / minute;
      return entry.type === 'delay' ? { ...entry, at, until: (entry.until - start) / minute } : { ...entry, at };
    });
    return { outcome: run.status, reason: run.reason, trace, messages };
  }
}

/** The reactions to one message in the simulator's order: open, click, reply. */
function reactionsTo(deliveryScript: DeliveryScript, now: number): Reaction[] {
  return (['open', 'click', 'reply'] as const).flatMap((kind) => {
    const minutes = deliveryScript[kind];
    return minutes === undefined ? [] : [{ kind, at: now + Math.round(minutes * minute) }];
  });
}

/** Inserts a reaction in the order of instants, after those of the same instant. */
function insertReaction(reactions: Pending[], reaction: Pending): void {
  const later = reactions.findIndex(({ at }) => at > reaction.at);
  reactions.splice(later === -1 ? reactions.length : later, 0, reaction);
}
