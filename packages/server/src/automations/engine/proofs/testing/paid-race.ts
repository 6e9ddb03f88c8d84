// Races "payment confirmed" against a due reminder to a customer who has not paid. The engine's poll and the intake of the event each run
// in their own transaction, with interleaved statements. Each race has one order, one run and one message.
import type { Steps } from '@retoma/flow';
import { ingestEvent } from '../../../../shop/orders/ingest-event.ts';
import { newId } from '../../../../base/ids.ts';
import { ana, startTestEngine, type TestEngine } from '../../../../testing/test-engine.ts';
import type { Engine } from '../../engine.ts';
import { releaseMessages } from '../../queues/pending-messages.ts';
import { noStore, startRuns } from '../../queues/events.ts';
import { wakeRuns } from '../../queues/timers.ts';
import { interleave, type WorkerIndex } from './interleave.ts';

const minute = 60_000;
const remind = { type: 'action', name: 'send_whatsapp', data: { type: 'text', message: 'Ainda dá tempo de pagar.' } };
const wait = { type: 'delay', minutes: 30 };
const unlessPaid = {
  type: 'condition',
  field: 'payment_status',
  operator: '!=',
  value: 'paid',
  if_true: [remind],
};

/**
 * The rules that stop a message to a customer who has paid: the steps of the flow, its settings, and the poll that would send the message.
 */
const guards = {
  /** A condition that is evaluated after the wait. */
  condition: { steps: [wait, unlessPaid], settings: {}, poll: wake },
  /** RUN18: the payment stops the run. */
  stopOn: { steps: [wait, remind], settings: { stopOn: 'payment.confirmed' }, poll: wake },
  /** A condition that was evaluated before the message had to wait for its connection. */
  queued: { steps: [unlessPaid], settings: {}, poll: (engine: Engine) => releaseMessages(engine, 1) },
  /** A condition right at the start of the run. */
  start: { steps: [unlessPaid], settings: {}, poll: (engine: Engine) => startRuns(engine, { after: noStore }, 1) },
} as const;

function wake(engine: Engine): Promise<number> {
  return wakeRuns(engine, { after: noStore, isSkewed: false }, 1);
}

/** The name of a guard. */
export type Guard = keyof typeof guards;

/** The results of one guard's races. */
export type Races = {
  races: number;
  /** Messages whose reservation committed before the payment. */
  sentBefore: number;
  /** Messages whose reservation committed after the payment. */
  sentAfter: number;
  /** Races in which one transaction had to wait for the other. */
  engineWaited: number;
  paymentWaited: number;
  /** Provider calls for messages that were not reserved before the payment. */
  unexpectedCalls: number;
};

type Order = { readonly id: string; readonly eventId: string };

/** Runs `count` races of each guard, in an order of statements that `random` decides. */
export async function racePayments(count: number, random: () => number): Promise<Record<Guard, Races>> {
  const service = await startTestEngine();
  try {
    const results = {} as Record<Guard, Races>;
    for (const guard of Object.keys(guards) as Guard[]) {
      results[guard] = await new PaidRace(service, guard, await service.newStore(), random).run(count);
    }
    return results;
  } finally {
    await service.stop();
  }
}

class PaidRace {
  readonly #service: TestEngine;
  readonly #guard: Guard;
  readonly #storeId: string;
  readonly #random: () => number;
  readonly #paidBefore = new Map<string, boolean>();
  readonly #races: Races = {
    races: 0,
    sentBefore: 0,
    sentAfter: 0,
    engineWaited: 0,
    paymentWaited: 0,
    unexpectedCalls: 0,
  };

  constructor(service: TestEngine, guard: Guard, storeId: string, random: () => number) {
    [this.#service, this.#guard, this.#storeId, this.#random] = [service, guard, storeId, random];
  }

  async run(count: number): Promise<Races> {
    const { db, publish, settle, pass, delivered } = this.#service;
    const { steps, settings } = guards[this.#guard];
    await publish({ steps: steps as unknown as Steps, settings }, this.#storeId);
    const orders: Order[] = [];
    await this.#close('infinity');
    for (let index = 0; index < count; index++) orders.push(await this.#takeOrder(index));
    if (this.#guard === 'start') await this.#setAside();
    else await settle();
    await this.#close('-infinity');
    pass(31 * minute);
    // One timer row for each run, because the runs are raced one by one.
    await db.query(
      `with gone as (delete from run_timers where store_id = $1 returning store_id, run_ids)
       insert into run_timers select store_id, 'infinity', array[unnest(run_ids)] from gone`,
      [this.#storeId],
    );
    const earlier = delivered.length;
    for (const order of orders) await this.#race(order);
    // Process all remaining work: a forbidden message would be sent here at the latest.
    await settle();
    pass(2 * 60 * minute);
    await settle();
    await this.#count(orders, earlier);
    return this.#races;
  }

  /** Opens the connection's circuit until an instant; until then its messages wait. */
  async #close(until: string): Promise<void> {
    const { db } = this.#service;
    await db.query(`update connections set circuit_open_until = $2 where store_id = $1`, [this.#storeId, until]);
  }

  async #takeOrder(index: number): Promise<Order> {
    const id = `pedido ${index}`;
    const { eventId } = await this.#take('pix.generated', id);
    return { id, eventId };
  }

  #take(type: 'pix.generated' | 'payment.confirmed', id: string, db = this.#service.db) {
    const occurred_at = new Date(this.#service.now()).toISOString();
    const data = { order: { id, total: 12_990 }, customer: ana };
    return ingestEvent({ db, clock: this.#service.now }, this.#storeId, { id: newId(), type, occurred_at, data });
  }

  /** Empties the event queue; a race queues its event itself. */
  async #setAside(): Promise<void> {
    await this.#service.db.query('delete from event_queue where store_id = $1', [this.#storeId]);
  }

  /** Makes the work of this race due, and nothing else. */
  async #bringUp({ eventId }: Order): Promise<void> {
    const { db, now } = this.#service;
    const run = '(select run_id from runs where event_id = $1)';
    const at = new Date(now()).toISOString();
    if (this.#guard === 'start') {
      await db.query('insert into event_queue (store_id, event_id) values ($2, $1)', [eventId, this.#storeId]);
    } else if (this.#guard === 'queued') {
      await db.query(`update messages set next_attempt_at = $2 where run_id = ${run}`, [eventId, at]);
    } else await db.query(`update run_timers set due_at = $2 where ${run} = any(run_ids)`, [eventId, at]);
  }

  async #race(order: Order): Promise<void> {
    const { engine, db } = this.#service;
    await this.#bringUp(order);
    let claimed = 0;
    const waited = await interleave(
      db,
      [
        async (stepped) => {
          claimed = await guards[this.#guard].poll({ ...engine, db: stepped });
        },
        async (stepped) => {
          await this.#take('payment.confirmed', order.id, stepped);
        },
      ],
      {
        random: this.#random,
        // The engine runs twice as many statements as the payment.
        first: 0.3 + this.#random() * 0.65,
        onCommit: async (worker: WorkerIndex) => {
          if (worker === 1) this.#paidBefore.set(order.eventId, await this.#isReserved(order));
        },
      },
    );
    if (claimed !== 1) throw new Error(`the engine took ${claimed} instead of its one`);
    this.#races.races++;
    if (waited.has(0)) this.#races.engineWaited++;
    if (waited.has(1)) this.#races.paymentWaited++;
    // Remove the payment's event, so that the next race claims only its own work.
    await this.#setAside();
  }

  /** Whether the reservation of a message of the order's run is committed. */
  async #isReserved({ eventId }: Order): Promise<boolean> {
    const { rows } = await this.#service.db.query({
      name: 'is-reserved',
      text: `
        select from runs r where event_id = $1 and (
          exists (select from messages m where m.run_id = r.run_id and attempts > 0)
          or exists (select from message_leases l where r.run_id = any(l.run_ids)))`,
      values: [eventId],
    });
    return rows.length > 0;
  }

  async #count(orders: readonly Order[], earlier: number): Promise<void> {
    for (const order of orders) {
      if (this.#paidBefore.get(order.eventId)) this.#races.sentBefore++;
      else if (await this.#isReserved(order)) this.#races.sentAfter++;
    }
    this.#races.unexpectedCalls = this.#service.delivered.length - earlier - this.#races.sentBefore;
  }
}
