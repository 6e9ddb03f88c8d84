// What a store's home page shows of now: what waits for a person, and the setup progress of a new store.
import { simulatedConnections } from '../../providers/channels/index.ts';
import type { Database, Queryable } from '../../base/postgres/pool.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';
import { readWaitingMoney, type WaitingMoney } from '../../shop/orders/read-orders.ts';
import { messageFailures, type MessageFailure } from './queries/message-buckets.ts';
import { storeOverviewRead } from './queries/store-overview.ts';

const day = 24 * 60 * 60_000;

/** The age up to which failed messages are shown, in days. */
const failureDays = 7;
/** The most reasons of failures that are shown. */
const maxReasons = 5;

/** What needs a person and takes a search: money that waits for a decision, and messages that failed. */
export type HomeMatters = { money: WaitingMoney; failures: MessageFailure[] };

/** Searches for what needs a person in a store at an instant. */
export const findMatters = async (db: Database, storeId: string, now: number): Promise<HomeMatters> => ({
  money: await readWaitingMoney(db, storeId, now),
  failures: await messageFailures(db, storeId, new Date(now - failureDays * day), maxReasons),
});

/** The overview of a store. */
export const readOverview = (db: Queryable, storeId: string): ReturnType<typeof storeOverviewRead> =>
  storeOverviewRead(db, storeId, simulatedConnections, simulatedProviderNames);
