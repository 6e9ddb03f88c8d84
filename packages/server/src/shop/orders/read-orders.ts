import type { Clock } from '../../base/clock.ts';
import {
  attentionOf,
  decisionOf,
  freightOfOrder,
  orderName,
  type Freight,
  type OrderAttention,
  type OrderDecision,
  type OrderStatus,
} from '@retoma/commerce';
import { orderedFreight, readPurchase } from '../checkouts/purchase.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { purchaseNamed, purchaseNameIn } from './queries/purchase-contacts.ts';
import {
  orderConfirmations,
  orderFloor,
  orderListOdd,
  orderPage,
  purchaseEventList,
  type OpenConfirmations,
  type OrderFilter,
  type PurchaseEvent,
} from './queries/order-listings.ts';
import { couponCodeFind } from '../prices/queries/coupon-sales.ts';
import { orderFind, orderFindNamed, orderList, type OrderRow } from './queries/orders.ts';
import { paymentList, paymentListMany, type PaymentRow } from './queries/payments.ts';
import { refundList, type RefundRow } from './queries/refunds.ts';
import type { KeyLabels } from '../../members/audit/audit-log.ts';
import { activityListOfOrder } from '../../members/audit/queries/audit-log.ts';
import { userLabels } from '../../members/queries/users.ts';
import { saleList, type SaleKind } from './queries/sales.ts';
import { confirmedProviderNames, simulatedProviderNames } from '../../providers/payments/index.ts';
import { firstIdOf, idInstant, isId } from '../../base/ids.ts';

/**
 * An order with its payments, newest first, and the reasons why the merchant must look at it. `sale`: where its money came from (COM41);
 * null: it is not a sale.
 */
export type OrderReading = {
  order: OrderRow;
  payments: PaymentRow[];
  attention: OrderAttention[];
  sale: SaleKind | null;
};

/** The newest orders of a store by arrival; with `status`, only orders with that status. */
export async function listOrders(
  db: Database,
  storeId: string,
  { status, limit }: { status?: OrderStatus | undefined; limit: number },
): Promise<OrderReading[]> {
  return withPayments(db, storeId, await orderList(db, storeId, status ?? null, limit));
}

/** The most orders that one search reads. */
const window = 2_000;
/** The most results of an exact search, newest first. */
const maxNamed = 1_000;

/**
 * A page of orders. `next`: the id for the next page; null: there are no more. `reached`: how far back the search read, if the page is
 * not full.
 */
type OrderPage = { orders: OrderReading[]; next: string | null; reached: Date | null };

/**
 * The newest orders of a store that match a filter, at most `size`. A complete order number, e-mail address or phone finds orders of any
 * age; other searches read only the newest.
 */
export async function pageOfOrders(
  db: Database,
  storeId: string,
  { search, ...filter }: OrderFilter,
  size: number,
): Promise<OrderPage> {
  const { before, status, method, people = false } = filter;
  const named = search ? await purchaseNamed(db, storeId, purchaseNameIn(search, people), maxNamed) : undefined;
  const ids = named && named.orders.length > 0 ? named.orders : undefined;
  const isSparse = !ids && Boolean(search ?? status ?? method);
  const floor = isSparse ? await orderFloor(db, storeId, { before, window }) : undefined;
  const part = search && orderName(search);
  const found = await orderPage(db, storeId, ids ? filter : { search: part, ...filter }, {
    limit: size + 1,
    floor,
    ids,
  });
  const orders = await withPayments(db, storeId, found.slice(0, size));
  if (found.length > size) return { orders, next: orders.at(-1)!.order.orderId, reached: null };
  const reached = floor === undefined ? null : new Date(idInstant(floor));
  // The whole period was searched.
  if (reached && filter.since && reached < filter.since) return { orders, next: null, reached: null };
  return { orders, next: floor ?? null, reached };
}

/** Orders of a store with their payments, in the same order. */
export async function withPayments(
  db: Database,
  storeId: string,
  orders: readonly OrderRow[],
): Promise<OrderReading[]> {
  const ids = orders.map(({ orderId }) => orderId);
  const byOrder = Map.groupBy(await paymentListMany(db, ids), ({ orderId }) => orderId);
  const sales = await saleList(db, storeId, ids, simulatedProviderNames);
  const kinds = new Map(sales.map(({ orderId, kind }) => [orderId, kind]));
  return orders.map((order) => readingOf(order, byOrder.get(order.orderId) ?? [], kinds.get(order.orderId) ?? null));
}

/** An order whose money waits for a decision. `isSimulated`: no money moved. */
export type WaitingOrder = OrderDecision & { orderId: string; number: string | null; isSimulated: boolean };

/** What the money of a store waits for: decisions, the oldest order first, and codes of its PIX key to confirm. */
export type WaitingMoney = { decisions: WaitingOrder[]; confirmations: OpenConfirmations };

/** The age up to which an order is searched for, and the one at which an open code counts as to be confirmed, in milliseconds. */
const age = { decision: 30 * 86_400_000, confirmation: 7 * 86_400_000, code: 5 * 60_000 };
/** The most orders that are searched for. */
const maxDecisions = 100;

/** The money of a store that waits for a person at an instant. */
export async function readWaitingMoney(db: Database, storeId: string, now: number): Promise<WaitingMoney> {
  const odd = await orderListOdd(db, storeId, firstIdOf(now - age.decision), maxDecisions);
  const decisions = (await withPayments(db, storeId, odd)).flatMap(({ order, payments }) => {
    const decision = decisionOf({ ...order, changedAt: order.statusAt }, payments, now);
    if (!decision) return [];
    const isSimulated = payments.some(({ provider }) =>
      (simulatedProviderNames as readonly string[]).includes(provider),
    );
    return [{ ...decision, orderId: order.orderId, number: order.number, isSimulated }];
  });
  const confirmations = await orderConfirmations(db, storeId, {
    since: firstIdOf(now - age.confirmation),
    before: new Date(now - age.code),
    providers: confirmedProviderNames,
  });
  return { decisions: decisions.toReversed(), confirmations };
}

/** The ids of the orders of a store with a name: an order's id, its number, or its id in the store's own system. */
export const findOrderIds = async (db: Database, storeId: string, name: string): Promise<string[]> =>
  (await orderFindNamed(db, storeId, [orderName(name)])).map(({ orderId }) => orderId);

/** One order of a store, or undefined. */
export async function showOrder(db: Database, storeId: string, orderId: string): Promise<OrderReading | undefined> {
  const order = await orderFind(db, storeId, orderId);
  if (!order) return undefined;
  const [sale] = await saleList(db, storeId, [orderId], simulatedProviderNames);
  return readingOf(order, await paymentList(db, orderId), sale?.kind ?? null);
}

/**
 * An order with its events. `signed` (CHK11): whether the store's server signed its prices; null: it has no checkout of ours. `couponCode`
 * (COM28): of its coupon; null: it has none.
 */
export type FullOrder = {
  reading: OrderReading;
  events: PurchaseEvent[];
  signed: boolean | null;
  freight: Freight | null;
  couponCode: string | null;
  refunds: RefundRow[];
  /** What members and the command line did to it, oldest first. */
  activities: { createdAt: Date; action: string; userId: string | null; keyId: string | null }[];
  /** What the users and keys in refunds and activities are called. */
  actors: ReadonlyMap<string, string>;
};

/** One order of a store with its events, or undefined. */
export async function showFullOrder(
  deps: { db: Database; usersDb: Database; clock: Clock; keys: KeyLabels },
  storeId: string,
  orderId: string,
): Promise<FullOrder | undefined> {
  const { db } = deps;
  const reading = isId(orderId) ? await showOrder(db, storeId, orderId) : undefined;
  if (!reading) return undefined;
  const { checkoutId, couponId } = reading.order;
  const purchase = checkoutId === null ? undefined : await readPurchase(deps, checkoutId);
  const events = await purchaseEventList(db, storeId, { orderId, checkoutId });
  const freight = purchase ? orderedFreight(purchase) : freightOfOrder(reading.order);
  const couponCode = couponId === null ? null : ((await couponCodeFind(db, storeId, couponId)) ?? null);
  const refunds = await refundList(db, orderId);
  const activities = await activityListOfOrder(db, orderId);
  const userIds = [...refunds.map(({ requestedBy }) => requestedBy), ...activities.map(({ userId }) => userId)];
  const users = await userLabels(deps.usersDb, [...new Set(userIds.flatMap((one) => one ?? []))]);
  const keyIds = [...refunds, ...activities].flatMap(({ keyId }) => keyId ?? []);
  const actors = new Map([...users, ...keyIds.map((keyId) => [keyId, deps.keys.labelOf(storeId, keyId)] as const)]);
  const signed = purchase?.checkout.signed ?? null;
  return { reading, events, signed, freight, couponCode, refunds, activities, actors };
}

function readingOf(order: OrderRow, payments: PaymentRow[], sale: SaleKind | null): OrderReading {
  return { order, payments, attention: attentionOf(order, payments), sale };
}
