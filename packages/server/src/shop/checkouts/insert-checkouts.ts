import { BatchInsert } from '../../base/postgres/batch-insert.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { timeoutOf } from '../../base/postgres/servers.ts';
import {
  checkoutInsertMany,
  checkoutInsertUnlessAwaited,
  checkoutInsertWithLeads,
  leadStores,
  type NewCheckout,
} from './queries/checkouts.ts';

/** The most statements that store checkouts at the same time. */
export const checkoutStatements = 2;

/** Collects checkouts into batches. The numbers performed best in `npm run bench -- checkout` at 64 and at 256 connections. */
export function batchCheckouts(
  db: Database,
  connectionString: string,
  onBatch: (rows: number) => void,
): BatchInsert<NewCheckout> {
  return new BatchInsert({
    write: openCheckoutInserts(db),
    sizeOf: (checkout) => checkout.request.length,
    statementsInFlight: checkoutStatements,
    rowsPerStatement: 64,
    bytesPerStatement: 1024 * 1024,
    capacityBytes: 64 * 1024 * 1024,
    deadlineMs: timeoutOf(connectionString, 'socket_timeout') ?? 4_000,
    monotonic: () => performance.now(),
    onBatch,
  });
}

/** Stores checkouts. `again`: some may exist from an attempt with an unknown outcome, and are left unchanged. */
type InsertCheckouts = (checkouts: readonly NewCheckout[], again: boolean) => Promise<void>;

/**
 * Stores checkouts, each with the event of its lead if an automation starts with it (COM1, COM6). Without such an automation this is a
 * single statement; it is tried first for stores that had none the last time. `db` must have pipelined connections.
 */
export function openCheckoutInserts(db: Database): InsertCheckouts {
  /** The stores that had such an automation the last time. */
  const awaited = new Set<string>();
  return async (checkouts, again) => {
    const storeIds = leadStores(checkouts);
    if (storeIds.length === 0) return checkoutInsertMany(db, checkouts, { again });
    const isAwaited = storeIds.some((storeId) => awaited.has(storeId));
    if (!again && !isAwaited && (await checkoutInsertUnlessAwaited(db, checkouts))) return;
    const queued = await checkoutInsertWithLeads(db, checkouts, { again });
    for (const storeId of storeIds) awaited.delete(storeId);
    for (const storeId of queued) awaited.add(storeId);
  };
}
