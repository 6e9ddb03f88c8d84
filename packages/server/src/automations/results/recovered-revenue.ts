import type { Queryable } from '../../base/postgres/pool.ts';
import { recoveredBuckets, recoveredOrderList, type RecoveredOrder } from './queries/recovered-orders.ts';
import { salesOf, type Sales, type SaleSum } from '../../shop/orders/queries/sales.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';

/** For how many hours after a run's first message a paid order counts as recovered. */
export const recoveryHours = 72;

/** The recovered sales of a store in a span of time: in total, and by automation. */
export type RecoveredRevenue = Sales & { readonly byAutomation: ReadonlyMap<string, Sales> };

/** A span of time in milliseconds: from `since` and before `until`. */
type Span = { readonly since: number; readonly until: number };

/** The orders that an automation recovered in a span of time. */
export async function recoveredOrdersOf(
  db: Queryable,
  storeId: string,
  automationId: string,
  { since, until }: Span,
): Promise<RecoveredOrder[]> {
  const span = spanOf(since, until);
  // An order counts for one automation, which depends on the messages of all of them.
  return (await recoveredOrderList(db, storeId, span)).filter((order) => order.automationId === automationId);
}

/** The recovered revenue of a store in a span of time. */
export async function recoveredRevenue(
  db: Queryable,
  storeId: string,
  { since, until }: Span,
): Promise<RecoveredRevenue> {
  const rule = { hours: recoveryHours, simulated: simulatedProviderNames };
  const sales = await recoveredBuckets(db, storeId, [since, until], rule);
  const byAutomation = Map.groupBy(sales, ({ automationId }) => automationId);
  return {
    ...salesOf(sales),
    byAutomation: new Map([...byAutomation].map(([id, its]) => [id, salesOf(its)] as const)),
  };
}

const spanOf = (since: number, until: number): Parameters<typeof recoveredOrderList>[2] => ({
  since: new Date(since),
  until: new Date(until),
  hours: recoveryHours,
  simulated: simulatedProviderNames,
});

/** The sum and number of received sales by the day of their payment in a time zone, oldest first. */
export function recoveredByDay(orders: readonly RecoveredOrder[], timeZone: string): (SaleSum & { day: string })[] {
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const received = orders.filter(({ kind }) => kind === 'received');
  const days = Map.groupBy(received, ({ paidAt }) => dayOf.format(paidAt));
  return [...days].map(([day, its]) => {
    const { cents, orders } = salesOf(its);
    return { day, cents, orders };
  });
}
