// The data of a store's home page: recovered revenue, problems, and the setup progress of a new store.
import { connectionChannels, simulatedProviderOf } from '../../providers/channels/index.ts';
import type { Database, Queryable } from '../../base/postgres/pool.ts';
import { orderCountOdd } from '../../shop/orders/queries/order-listings.ts';
import { salesSince, type Sales, type SaleSum } from '../../shop/orders/queries/sales.ts';
import { storeOverviewRead, storeSentCount } from './queries/store-overview.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';
import { firstIdOf } from '../../base/ids.ts';
import { recoveredRevenue } from './recovered-revenue.ts';

const day = 24 * 60 * 60_000;
const span = 30;
/** The age up to which odd orders are counted, in days. */
const oddDays = 7;

/**
 * The figures of the last 30 days, to the hour. `days`: each day in the store's time zone, oldest first, of which the first is counted in
 * part; their sum is that of the received sales of the period (COM41). Money in cents.
 */
export type HomeFigures = {
  recovered: Sales & { centsBefore: number; days: (SaleSum & { day: string })[] };
  paid: Sales;
  /** Messages sent. */
  sent: number;
  oddOrders: number;
};

/** Sums up the last 30 days of a store at an instant. */
export async function countHome(
  db: Database,
  { storeId, timeZone }: { storeId: string; timeZone: string },
  now: number,
): Promise<HomeFigures> {
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const since = now - span * day;
  // Steps of half a day miss no day, however long it is.
  const names = new Set(Array.from({ length: 2 * span + 1 }, (_, index) => dayOf.format(since + (index * day) / 2)));
  const last = await recoveredRevenue(db, storeId, { since, until: now, timeZone });
  const before = await recoveredRevenue(db, storeId, { since: since - span * day, until: since, timeZone });
  const paid = await salesSince(db, storeId, new Date(since), simulatedProviderNames);
  const found = new Map(last.byDay.map((one) => [one.day, one]));
  return {
    recovered: {
      cents: last.cents,
      orders: last.orders,
      marked: last.marked,
      simulated: last.simulated,
      centsBefore: before.cents,
      days: [...names].map((name) => found.get(name) ?? { day: name, cents: 0, orders: 0 }),
    },
    paid,
    sent: await storeSentCount(db, storeId, new Date(since)),
    oddOrders: await orderCountOdd(db, storeId, firstIdOf(now - oddDays * day)),
  };
}

/** The overview of a store. */
export const readOverview = (db: Queryable, storeId: string): ReturnType<typeof storeOverviewRead> =>
  storeOverviewRead(
    db,
    storeId,
    connectionChannels.map((channel) => `${channel} ${simulatedProviderOf(channel)}`),
    simulatedProviderNames,
  );
