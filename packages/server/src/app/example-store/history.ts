// The history of an example store: what shoppers did in the days before an instant, and what its automations then did. Pure: the same seed
// makes the same history. Every figure of the panel is a sum of its rows.
import type { Channel } from '@retoma/flow';
import type { NewEvent } from '../../shop/events/queries/events.ts';
import type { ExampleAutomation } from './automations.ts';
import { Journey } from './journey.ts';
import type { ExamplePerson } from './people.ts';
import { playRun, type ExampleRun, type Sending } from './play-run.ts';
import type { Purchase } from './purchase.ts';
import { Random } from './random.ts';
import type { Shop } from './shop.ts';
import { inventVisits, type Visit } from './visits.ts';

/** How many days a history covers. */
export const historyDays = 30;

/** The number of a store's first order. */
const firstOrderNumber = 1001;

/** COM8: a person wanted no more messages on a channel. `address`: the one that messages go to. */
export type ExampleOptOut = {
  readonly channel: Channel;
  readonly address: string;
  readonly at: number;
  readonly source: 'checkout' | 'unsubscribe page' | 'reply';
};

/** The rows of a history, each table's oldest first. */
export type History = {
  readonly purchases: readonly Purchase[];
  readonly events: readonly NewEvent[];
  readonly runs: readonly ExampleRun[];
  readonly optOuts: readonly ExampleOptOut[];
};

/** What a history depends on. Instants in milliseconds. */
export type HistoryParts = {
  readonly shop: Omit<Shop, 'orderNumberAt'>;
  readonly sending: Sending;
  readonly automations: readonly ExampleAutomation[];
  readonly seed: number;
  readonly now: number;
};

/**
 * Makes a history that ends at `now`, with runs that wait and codes that are open then. It takes half a second, so it pauses after each
 * visit, for other work of the process.
 */
export function* historyByVisit(parts: HistoryParts): Generator<void, History, void> {
  // Orders are numbered in the order of their instants, which are known once all purchases are: so all are made twice.
  const { purchases } = yield* followVisits(parts, () => '');
  const placedAt = purchases.flatMap(({ order }) => order?.createdAt ?? []).toSorted((one, other) => one - other);
  const numbers = new Map(placedAt.map((at, index) => [at, String(firstOrderNumber + index)]));
  return yield* followVisits(parts, (at) => numbers.get(at) ?? '');
}

function* followVisits(
  { seed, now, ...parts }: HistoryParts,
  orderNumberAt: Shop['orderNumberAt'],
): Generator<void, History, void> {
  const shop = { ...parts.shop, orderNumberAt };
  const random = new Random(seed);
  const past = new PastVisits();
  for (const visit of inventVisits(shop, random, { days: historyDays, until: now })) {
    past.add(visit.person, followVisit({ ...parts, shop, now }, past, new Random(random.between(0, 2 ** 31)), visit));
    yield;
  }
  return past.history();
}

/** The rows of one visit, and when it entered which automations. */
type VisitHistory = History & { readonly starts: readonly { readonly automationId: string; readonly at: number }[] };

/** One visit until `now`. */
function followVisit(
  { shop, sending, automations, now }: Pick<HistoryParts, 'sending' | 'automations' | 'now'> & { shop: Shop },
  past: PastVisits,
  random: Random,
  { person, purchase, intent }: Visit,
): VisitHistory {
  const journey = new Journey({ shop, random, until: now }, { purchase, intent });
  const runs: ExampleRun[] = [];
  const starts: { automationId: string; at: number }[] = [];
  const optOuts: ExampleOptOut[] = [];
  if (person && intent.optsOut && past.ordersOf(person) === 0)
    optOuts.push({ channel: 'whatsapp', address: person.phone, at: purchase.shopper!.activeAt, source: 'checkout' });
  let after = -Infinity;
  for (let moment = journey.next(after, now); moment; moment = journey.next(after, now)) {
    after = moment.at;
    for (const event of person ? moment.events : []) {
      for (const automation of automations.filter((one) => listens(one, event) && past.admits(one, person!, after))) {
        const ordersOfBuyer = past.ordersOf(person!) + 1;
        const optedOutAt = (channel: Channel): number => past.optedOutAt(channel, person!, optOuts);
        const run = playRun(shop, sending, random, {
          automation,
          event,
          journey,
          person: person!,
          ordersOfBuyer,
          optedOutAt,
          until: now,
        });
        runs.push(run);
        starts.push({ automationId: automation.automationId, at: after });
        optOuts.push(...optOutAfter(run, journey, random, now));
      }
    }
  }
  const events = journey.moments.flatMap((moment) => moment.events);
  return { purchases: [journey.moments.at(-1)!.purchase], events, runs, optOuts, starts };
}

/** Whether an event starts an automation. */
const listens = ({ trigger, activeUntil }: ExampleAutomation, { type, occurredAt, startsRuns }: NewEvent): boolean =>
  trigger === type && startsRuns && occurredAt <= activeUntil;

/** Some of those who left their cart want no more messages on a channel, after its last one. */
function optOutAfter({ messages }: ExampleRun, journey: Journey, random: Random, now: number): ExampleOptOut[] {
  if (journey.moments.at(-1)!.purchase.order || !random.chance(0.12)) return [];
  const channel = random.pick(['whatsapp', 'email'] as const);
  const last = messages.findLast(
    ({ state, outboxMessage }) => state !== 'failed' && state !== 'skipped' && outboxMessage.channel === channel,
  );
  if (!last) return [];
  const at = last.settledAt! + random.between(5, 40) * 60_000;
  const source = channel === 'email' ? 'unsubscribe page' : 'reply';
  return at > now ? [] : [{ channel, address: last.outboxMessage.recipient!, at, source }];
}

/** What the history holds so far, and what earlier visits of a person mean for the next. */
class PastVisits {
  readonly #visits: VisitHistory[] = [];
  readonly #byPerson = new Map<string, VisitHistory[]>();

  add(person: ExamplePerson | null, visit: VisitHistory): void {
    this.#visits.push(visit);
    if (person) this.#byPerson.set(person.email, [...this.#of(person), visit]);
  }

  /** RUN18: whether an automation takes a person again. Limits by order need no check: a visit has one order. */
  admits({ automationId, flow: { settings = {} } }: ExampleAutomation, person: ExamplePerson, at: number): boolean {
    if (settings.reentry !== 'once_per_customer') return true;
    const since = at - (settings.withinDays ?? Infinity) * 24 * 60 * 60_000;
    return !this.#of(person).some(({ starts }) =>
      starts.some((one) => one.automationId === automationId && one.at > since),
    );
  }

  ordersOf = (person: ExamplePerson): number =>
    this.#of(person).filter(({ purchases }) => purchases.some(({ order }) => order)).length;

  optedOutAt(channel: Channel, { email, phone }: ExamplePerson, more: readonly ExampleOptOut[]): number {
    const address = channel === 'email' ? email : phone;
    const found = [...this.#visits.flatMap(({ optOuts }) => optOuts), ...more].find(
      (one) => one.channel === channel && one.address === address,
    );
    return found?.at ?? Infinity;
  }

  history(): History {
    const all = <Member extends keyof History>(member: Member): History[Member] =>
      this.#visits.flatMap((visit) => visit[member] as readonly unknown[]) as unknown as History[Member];
    return { purchases: all('purchases'), events: all('events'), runs: all('runs'), optOuts: all('optOuts') };
  }

  #of = ({ email }: ExamplePerson): VisitHistory[] => this.#byPerson.get(email) ?? [];
}
