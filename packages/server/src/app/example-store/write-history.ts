import { consentRecord } from '../../base/contacts/consents.ts';
import { eventInsertMany } from '../../shop/events/queries/events.ts';
import { messageInsertMany } from '../../automations/delivery/queries/messages.ts';
import { shortLinkInsertMany } from '../../automations/delivery/queries/short-links.ts';
import { orderInsertMany } from '../../shop/orders/queries/orders.ts';
import { runCounterInsertMany, runInsertMany, type RunCounter } from '../../automations/engine/queries/runs.ts';
import { runTimerSetMany } from '../../automations/engine/queries/run-timers.ts';
import {
  exampleCheckoutInsertMany,
  exampleOrderNumberSet,
  examplePaymentInsertMany,
  exampleReactionInsertMany,
} from './example-stores.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import type { History } from './history.ts';
import type { ExampleRun, Sending } from './play-run.ts';
import type { Shop } from './shop.ts';

/** Writes a history that ends at `now` into a new store, in the transaction of `db`. None of its events starts a run. */
export async function writeHistory(
  db: Queryable,
  { store: { storeId }, newIdAt }: Pick<Shop, 'store' | 'newIdAt'>,
  { hashContact }: Pick<Sending, 'hashContact'>,
  { history: { purchases, events, runs, optOuts }, now }: { history: History; now: number },
): Promise<void> {
  const checkouts = purchases.map(({ checkout, shopper }) => ({ ...checkout, storeId, shopper }));
  await exampleCheckoutInsertMany(db, checkouts);
  const orders = purchases.flatMap(({ order }) => order ?? []);
  await orderInsertMany(db, orders);
  await exampleOrderNumberSet(db, storeId, Math.max(...orders.map(({ number }) => Number(number))));
  await examplePaymentInsertMany(
    db,
    purchases.flatMap(({ payments }) => payments),
  );
  const silent = events.map((event) => ({ ...event, startsRuns: false }));
  await eventInsertMany(db, silent);
  const rows = runs.map(({ run }) => run);
  await runInsertMany(db, rows, false);
  await runCounterInsertMany(db, countersOf(runs));
  const waiting = rows.flatMap(({ row: { runId, storeId, wakeAt } }) =>
    wakeAt === null ? [] : [{ runId, storeId, dueAt: wakeAt }],
  );
  await runTimerSetMany(db, waiting);
  const messages = runs.flatMap((run) => run.messages);
  await messageInsertMany(db, messages, false);
  const links = runs.flatMap((run) => run.links);
  await shortLinkInsertMany(db, links, now);
  const reactions = runs.flatMap((run) => run.reactions.map((reaction) => ({ ...reaction, storeId })));
  await exampleReactionInsertMany(db, reactions);
  for (const { channel, address, at, source } of optOuts) {
    const contactHash = hashContact(channel, address)!;
    await consentRecord(db, { consentId: newIdAt(at), storeId, channel, contactHash, state: 'withdrawn', source, at });
  }
}

/** The sums that the engine adds to as it starts and ends runs. */
function countersOf(runs: readonly ExampleRun[]): RunCounter[] {
  const counters = new Map<string, RunCounter>();
  const add = (counter: Omit<RunCounter, 'count'>): void => {
    const key = JSON.stringify(counter);
    counters.set(key, { ...counter, count: (counters.get(key)?.count ?? 0) + 1 });
  };
  for (const { row } of runs.map(({ run }) => run)) {
    const { automationId, storeId, reason } = row;
    add({ automationId, storeId, outcome: 'entered', reason: null });
    if (row.finishedAt === null) continue;
    add({ automationId, storeId, outcome: row.status as RunCounter['outcome'], reason });
  }
  return [...counters.values()];
}
