import { isId } from '../../base/ids.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { findOrderIds } from '../orders/read-orders.ts';

/** An id that no checkout or order has. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * WHK9: the subject of the messages that a search means: an order by its number, its id or its id in the store's own system, or a checkout
 * by its id. What is unknown has no messages.
 */
export async function messageSubject(db: Database, storeId: string, search: string): Promise<string> {
  // PostgreSQL stores no NUL.
  const text = search.replaceAll('\0', '').replace(/^#/, '');
  if (isId(text)) return text;
  const [orderId] = await findOrderIds(db, storeId, text);
  return orderId ?? nobody;
}
