import type { Queryable } from '../db/pool.ts';
import { recoveredOrderList, type RecoveredOrder } from '../db/queries/orders/recovered-orders.ts';

/** For how many hours after a run's first message a paid order counts as recovered. */
export const recoveryHours = 72;

/** The revenue that messages recovered. Money in cents. */
export type Recovered = { cents: number; orders: number };

/** The recovered revenue of a store in a span of time: in total, by automation, and by day of the store's time zone without empty days. */
export type RecoveredRevenue = Recovered & {
  readonly byAutomation: ReadonlyMap<string, Recovered>;
  /** `2026-03-10`; oldest first. */
  readonly byDay: readonly (Recovered & { readonly day: string })[];
};

/** A span of time in milliseconds: from `since` and before `until`. */
type Span = { readonly since: number; readonly until: number };

/** The orders that an automation recovered in a span of time. */
export async function recoveredOrdersOf(
  db: Queryable,
  storeId: string,
  automationId: string,
  { since, until }: Span,
): Promise<RecoveredOrder[]> {
  const span = { since: new Date(since), until: new Date(until), hours: recoveryHours };
  // An order counts for one automation, which depends on the messages of all of them.
  return (await recoveredOrderList(db, storeId, span)).filter((order) => order.automationId === automationId);
}

/** The recovered revenue of a store in a span of time. */
export async function recoveredRevenue(
  db: Queryable,
  storeId: string,
  { since, until, timeZone }: Span & { readonly timeZone: string },
): Promise<RecoveredRevenue> {
  const span = { since: new Date(since), until: new Date(until), hours: recoveryHours };
  const orders = await recoveredOrderList(db, storeId, span);
  const byAutomation = Map.groupBy(orders, ({ automationId }) => automationId);
  return {
    ...recoveredSum(orders),
    byAutomation: new Map([...byAutomation].map(([id, its]) => [id, recoveredSum(its)] as const)),
    byDay: recoveredByDay(orders, timeZone),
  };
}

/** The sum and number of orders. */
export const recoveredSum = (orders: readonly Pick<RecoveredOrder, 'totalCents'>[]): Recovered => ({
  cents: orders.reduce((total, { totalCents }) => total + totalCents, 0),
  orders: orders.length,
});

/** The sum and number of orders by the day of their payment in a time zone, oldest first. */
export function recoveredByDay(orders: readonly RecoveredOrder[], timeZone: string): (Recovered & { day: string })[] {
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const days = Map.groupBy(orders, ({ paidAt }) => dayOf.format(paidAt));
  return [...days].map(([day, its]) => ({ day, ...recoveredSum(its) }));
}
