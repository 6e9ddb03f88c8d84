// CON2 to CON4, CON8: ingests what a connector reports.
//
// INV1. What a report changes, and the external id by which its order is known, are written together or not at all.
// INV2. A repeated report changes nothing, so a page or a delivery may be ingested again after a process ended in between.
// INV3. Only reports of one store's orders that are not known yet wait for each other: two connections may report one purchase at once.
import { checkStoreEvent, eventLimits, type StoreEvent } from '@retoma/commerce';
import { hash } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log/log.ts';
import type { Database, Queryable } from '../../../base/postgres/pool.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { personKeysIn } from '../../events/person-keys.ts';
import { ingestEventIn, ingestOrderIn } from '../../orders/ingest-event.ts';
import type { ShopReport } from '../connector.ts';
import type { PlatformConnection } from '../queries/connections.ts';
import {
  knownOrderFind,
  knownOrderLock,
  orderAliasInsert,
  orderedCartExists,
  orderedCartInsert,
  orderExistsSince,
  orderFindAliased,
  type KnownOrder,
} from '../queries/known-orders.ts';

/** What ingestion needs of a connection. */
export type ReportSource = Pick<PlatformConnection, 'connectionId' | 'storeId' | 'platform' | 'shop' | 'connectedAt'>;

/** What became of a report. `unneeded`: a cart that became an order; `invalid`: it is not an event. */
export type ReportOutcome = 'ingested' | 'repeated' | 'unneeded' | 'invalid';

/** What ingestion needs. */
export type IngestDeps = { readonly db: Database; readonly clock: Clock; readonly log: Logger };

/** Ingests a report of a connection. */
export async function ingestReport(
  { db, clock, log }: IngestDeps,
  source: ReportSource,
  report: ShopReport,
): Promise<ReportOutcome> {
  const event = report.kind === 'event' ? report.event : orderAsEvent(report);
  const checked = checkStoreEvent(event);
  if (!checked.ok) {
    const issues = checked.issues.map(({ path, code }) => `${path} ${code}`).slice(0, 5);
    log.warn(
      { connectionId: source.connectionId, platform: source.platform, issues },
      'a report of a platform is invalid',
    );
    return 'invalid';
  }
  const { occurred_at, data } = checked.event;
  // Platforms write whole seconds.
  const isHistory = Date.parse(occurred_at) < Math.floor(source.connectedAt / 1_000) * 1_000;
  const ingesting = { storeId: source.storeId, now: clock(), isHistory };
  return inTransaction(db, async (client) => {
    if (data.order && report.cartToken !== undefined && report.cartToken.length <= eventLimits.id) {
      const { connectionId } = source;
      await orderedCartInsert(client, { connectionId, token: report.cartToken, at: Date.parse(occurred_at) });
    }
    if (checked.event.type === 'cart.abandoned' && (await isBought(client, source, checked.event))) return 'unneeded';
    const { event: named, isOwn } = await withKnownOrder(client, source, checked.event);
    if (report.kind === 'order' || (isOwn && named.type !== 'tracking_code_updated')) {
      const order = named.data.order!;
      await ingestOrderIn(client, ingesting, { data: { ...named.data, order }, occurredAt: Date.parse(occurred_at) });
      return 'ingested';
    }
    const { duplicate } = await ingestEventIn(client, ingesting, named);
    return duplicate ? 'repeated' : 'ingested';
  });
}

/** An order without an event in the envelope of one, of a type that requires only an order. */
const orderAsEvent = ({ occurredAt, data }: Extract<ShopReport, { kind: 'order' }>): StoreEvent => ({
  id: 'order',
  type: 'payment.confirmed',
  occurred_at: occurredAt,
  data,
});

/** CON8: whether an abandoned cart became an order, or its person ordered since its last activity. */
async function isBought(client: Queryable, source: ReportSource, { data, occurred_at }: StoreEvent): Promise<boolean> {
  const token = data.cart?.token;
  if (token && (await orderedCartExists(client, source.connectionId, token))) return true;
  const person = personKeysIn(data);
  return orderExistsSince(client, source.storeId, { ...person, since: Date.parse(occurred_at) });
}

/** CON3: a report with the external id of its order in this store. `isOwn`: an order of our own checkout, whose money it does not state. */
async function withKnownOrder(
  client: Queryable,
  source: ReportSource,
  event: StoreEvent,
): Promise<{ event: StoreEvent; isOwn: boolean }> {
  const { order, tracking } = event.data;
  if (!order) return { event, isOwn: false };
  const externalId = externalIdOf(source, order.id);
  const known =
    (await orderFindAliased(client, source.storeId, externalId)) ?? (await adopt(client, source, event, externalId));
  const id = known?.externalId ?? externalId;
  if (!known || known.checkoutId === null) {
    return { event: { ...event, data: { ...event.data, order: { ...order, id } } }, isOwn: false };
  }
  const named = { id, ...(order.number && { number: order.number }) };
  const data = { checkout_id: known.checkoutId, order: named, ...(tracking && { tracking }) };
  return { event: { ...event, data }, isOwn: true };
}

/** Looks for the order that a new one is, and remembers the id. */
async function adopt(
  client: Queryable,
  source: ReportSource,
  { data, occurred_at }: StoreEvent,
  externalId: string,
): Promise<KnownOrder | undefined> {
  const { storeId } = source;
  await knownOrderLock(client, storeId);
  // Another transaction may have written it meanwhile.
  const written = await orderFindAliased(client, storeId, externalId);
  if (written) return written;
  const { order } = data;
  const known = await knownOrderFind(client, storeId, {
    plainId: order!.id,
    prefix: prefixOf(source),
    total: order!.total ?? null,
    ...personKeysIn(data),
    createdAt: Date.parse(order!.created_at ?? occurred_at),
  });
  if (known) await orderAliasInsert(client, storeId, { externalId, orderId: known.orderId });
  return known;
}

const prefixOf = ({ platform, shop }: ReportSource): string => `${platform}:${shop}:`;

/** The external id of a platform's order. One that is too long for its column is shortened. */
function externalIdOf(source: ReportSource, id: string): string {
  const externalId = prefixOf(source) + id;
  return externalId.length <= eventLimits.id
    ? externalId
    : `${prefixOf(source)}${hash('sha256', id, 'base64url')}`.slice(0, eventLimits.id);
}
