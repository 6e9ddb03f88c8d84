import type { Queryable } from '../db/pool.ts';
import { recoveredOrderList, type RecoveredOrder } from '../db/queries/orders/recovered-orders.ts';

/** Hours after a run's first message in which a paid order counts. */
export const recoveryHours = 72;

/** What messages brought back. Money in cents. */
export type Recovered = { cents: number; orders: number };

/** What a store recovered in a span of time: in all, by automation and by day of the store's time zone, without days of nothing. */
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
  // Which automation an order counts for is known only when all of them are looked at.
  return (await recoveredOrderList(db, storeId, span)).filter((order) => order.automationId === automationId);
}

/** What was recovered at a store in a span of time. */
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

/** What orders come to. */
export const recoveredSum = (orders: readonly Pick<RecoveredOrder, 'totalCents'>[]): Recovered => ({
  cents: orders.reduce((total, { totalCents }) => total + totalCents, 0),
  orders: orders.length,
});

/** What orders come to by the day of their payment in a time zone, oldest first. */
export function recoveredByDay(orders: readonly RecoveredOrder[], timeZone: string): (Recovered & { day: string })[] {
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const days = Map.groupBy(orders, ({ paidAt }) => dayOf.format(paidAt));
  return [...days].map(([day, its]) => ({ day, ...recoveredSum(its) }));
}
