import { orderName, readTrackingCsv, type CsvTracking, type TrackingCsvRefusal } from '@retoma/commerce';
import { describeFieldValue, shipmentStatuses } from '@retoma/flow';
import type { Audit } from '../../http/audit-actions.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { orderFindNamed, type NamedOrder } from './queries/orders.ts';
import { isTracking, setTracking } from './set-tracking.ts';

/** A row of the file. `issue`: why it is not imported; `changed`: whether the order changed. */
export type ImportedTracking = {
  readonly line: number;
  readonly order: string;
  readonly orderId: string | null;
  readonly number: string | null;
  readonly tracking: CsvTracking;
  readonly issue: TrackingCsvRefusal | null;
  readonly changed: boolean;
};

/** The result of importing a file. Without `apply` nothing is written, and `changed` is false for every row. */
export type TrackingImport =
  | { readonly ok: true; readonly rows: readonly ImportedTracking[] }
  | { readonly ok: false; readonly code: TrackingCsvRefusal };

/** COM2: writes the tracking codes of a file with `setTracking`, row by row, which audits each change; skips a row with an issue. */
export async function importTracking(
  deps: { db: Database; clock: Clock },
  storeId: string,
  text: string,
  { apply }: { apply: boolean },
  audit: Audit<'order_tracked'>,
): Promise<TrackingImport> {
  const read = readTrackingCsv(text);
  if (!read.ok) return read;
  const names = read.rows.map(({ order }) => orderName(order));
  const orders = Map.groupBy(await orderFindNamed(deps.db, storeId, names), ({ name }) => name);
  const seen = new Set<string>();
  const rows: ImportedTracking[] = [];
  for (const { line, order, tracking: written, isCut } of read.rows) {
    const tracking = withKnownStatus(written);
    const [found, issue] = isCut
      ? [undefined, 'NUMBER_CUT' as const]
      : resolve(orders.get(orderName(order)) ?? [], tracking, seen);
    const row = { line, order, orderId: found?.orderId ?? null, number: found?.number ?? null, tracking };
    if (!found || issue || !apply) rows.push({ ...row, issue, changed: false });
    else {
      const set = await setTracking(deps, storeId, found.orderId, tracking, audit);
      rows.push({ ...row, issue: set.ok ? null : set.code, changed: set.ok && set.changed });
    }
  }
  return { ok: true, rows };
}

/** The order of a row, and why the row is not imported. */
function resolve(
  [found, ...more]: readonly NamedOrder[],
  tracking: CsvTracking,
  seen: Set<string>,
): [NamedOrder | undefined, TrackingCsvRefusal | null] {
  if (!found) return [undefined, 'ORDER_NOT_FOUND'];
  if (more.length > 0) return [undefined, 'ORDER_AMBIGUOUS'];
  if (seen.has(found.orderId)) return [found, 'ORDER_REPEATED'];
  seen.add(found.orderId);
  return [found, isTracking(tracking) ? null : 'INVALID_TRACKING'];
}

/** A status of conditions may be written with its label in the panel: `Em trânsito` is `in_transit`. */
function withKnownStatus({ status, ...tracking }: CsvTracking): CsvTracking {
  if (status === undefined) return tracking;
  const text = status.toLowerCase();
  const known = shipmentStatuses.find(
    (one) => one === text || describeFieldValue('tracking.status', one, 'pt-BR') === text,
  );
  return { ...tracking, status: known ?? status };
}
