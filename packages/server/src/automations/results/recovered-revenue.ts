import type { Queryable } from '../../base/postgres/pool.ts';
import { recoveredOrderList, type RecoveredOrder } from './queries/recovered-orders.ts';
import { salesOf, type Sales, type SaleSum } from '../../shop/orders/queries/sales.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';

/** For how many hours after a run's first message a paid order counts as recovered. */
export const recoveryHours = 72;

/** The recovered sales of a store in a span of time: in total, by automation, and by day of the store's time zone without empty days. */
export type RecoveredRevenue = Sales & {
  readonly byAutomation: ReadonlyMap<string, Sales>;
  /** Of the received sales alone. `2026-03-10`; oldest first. */
  readonly byDay: readonly (SaleSum & { readonly day: string })[];
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
  const span = spanOf(since, until);
  // An order counts for one automation, which depends on the messages of all of them.
  return (await recoveredOrderList(db, storeId, span)).filter((order) => order.automationId === automationId);
}

/** The recovered revenue of a store in a span of time. */
export async function recoveredRevenue(
  db: Queryable,
  storeId: string,
  { since, until, timeZone }: Span & { readonly timeZone: string },
): Promise<RecoveredRevenue> {
  const span = spanOf(since, until);
  const orders = await recoveredOrderList(db, storeId, span);
  const byAutomation = Map.groupBy(orders, ({ automationId }) => automationId);
  return {
    ...salesOf(orders),
    byAutomation: new Map([...byAutomation].map(([id, its]) => [id, salesOf(its)] as const)),
    byDay: recoveredByDay(orders, timeZone),
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
