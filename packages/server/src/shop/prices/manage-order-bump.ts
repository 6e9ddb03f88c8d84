import { isHttpUrl } from '@retoma/commerce';
import type { Audit } from '../../http/audit-actions.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { salesOf, type Sales } from '../orders/queries/sales.ts';
import { orderBumpLock, orderBumpSalesList } from './queries/order-bump-sales.ts';
import {
  orderBumpEnd,
  orderBumpInsert,
  orderBumpList,
  type OrderBump,
  type OrderBumpRow,
} from './queries/order-bumps.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';

/** COM30: what a person decides about an order bump. */
export type NewOrderBump = Omit<OrderBump, 'bumpId'>;

/** An order bump with its sales of the last 30 days. */
export type SoldOrderBump = OrderBumpRow & { sales: Sales };

const salesPeriodMs = 30 * 24 * 60 * 60_000;
/** The most order bumps that are listed. */
const maxListed = 10;

/** The newest order bumps of a store with their sales; the active one, if any, is the first. */
export async function listOrderBumps(
  { db, clock }: { db: Database; clock: Clock },
  storeId: string,
): Promise<SoldOrderBump[]> {
  const bumps = await orderBumpList(db, storeId, maxListed);
  const ids = bumps.map(({ bumpId }) => bumpId);
  const period = { since: clock() - salesPeriodMs, simulated: simulatedProviderNames };
  const sold = await orderBumpSalesList(db, storeId, ids, period);
  return bumps.map((bump) => ({ ...bump, sales: salesOf(sold.filter(({ bumpId }) => bumpId === bump.bumpId)) }));
}

/** The members of an order bump that it cannot have; empty: none. */
export const wrongBumpMembers = ({ image, price, originalPrice }: NewOrderBump): string[] => [
  ...(image === null || isHttpUrl(image) ? [] : ['image']),
  ...(originalPrice === null || originalPrice > price ? [] : ['originalPrice']),
];

/** COM30: offers an order bump in place of the active one. Its members are right. */
export const setOrderBump = (
  db: Database,
  storeId: string,
  bump: NewOrderBump,
  audit: Audit<'order_bump_changed'>,
): Promise<{ bumpId: string }> =>
  inTransaction(db, async (client) => {
    const bumpId = newId(storeId);
    await orderBumpLock(client, storeId);
    await orderBumpEnd(client, storeId);
    await orderBumpInsert(client, { ...bump, bumpId, storeId });
    await audit(client, { storeId, action: 'order_bump_changed', subjectId: bumpId, detail: bump.title });
    return { bumpId };
  });

/** COM30: stops offering the active order bump; orders keep it. False: there is none. */
export const endOrderBump = (db: Database, storeId: string, audit: Audit<'order_bump_ended'>): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const isEnded = await orderBumpEnd(client, storeId);
    if (isEnded) await audit(client, { storeId, action: 'order_bump_ended' });
    return isEnded;
  });
