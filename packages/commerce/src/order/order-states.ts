/** COM4: the payment statuses of an order, by rank. Of two updates of the same instant the one with the higher rank is newer. */
export const orderStatuses = ['pending', 'processing', 'failed', 'paid', 'cancelled'] as const;

/** COM4: a payment status of an order. */
export type OrderStatus = (typeof orderStatuses)[number];

/** COM4: the direct transitions of an order, and COM7: money that comes after a cancellation. */
const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'paid', 'failed', 'cancelled'],
  processing: ['paid', 'failed', 'cancelled'],
  failed: ['pending', 'cancelled'],
  paid: ['cancelled'],
  cancelled: ['paid'],
};

/**
 * The statuses that may follow a status, directly or over several transitions: updates may skip steps (paid after failed means a new
 * attempt that was not reported).
 */
const reachable = new Map(orderStatuses.map((from) => [from, reachableFrom(from)]));

function reachableFrom(start: OrderStatus): ReadonlySet<OrderStatus> {
  const seen = new Set<OrderStatus>([start]);
  for (const from of seen) for (const to of moves[from]) seen.add(to);
  return seen;
}

/** A status and its begin (milliseconds since 1970). */
export type OrderUpdate = { status: OrderStatus; at: number };

/** The payment state of an order. */
export type OrderState = OrderUpdate & {
  /** When it was first paid; null if it never was. */
  paidAt: number | null;
  /** COM7: whether money came after a cancellation or after the PIX had expired. */
  paidLate: boolean;
};

const isLater = (one: OrderUpdate, other: OrderUpdate): boolean =>
  one.at === other.at ? orderStatuses.indexOf(one.status) > orderStatuses.indexOf(other.status) : one.at > other.at;

/**
 * COM4, COM7: the state after one more update. Updates may arrive in any order and repeatedly. The latest update wins, unless its status
 * cannot follow the earlier one. So neither pending nor failed undoes paid, in any order of arrival, and only later money undoes a refund.
 * `state` is undefined for an unknown order; `expiresAt` is when the paid PIX expired, null if unknown or for other payment methods.
 */
export function applyOrderUpdate(
  state: OrderState | undefined,
  update: OrderUpdate,
  expiresAt: number | null = null,
): OrderState {
  const { status, at } = state ? truthOf(state, update) : update;
  const paidAt = update.status === 'paid' ? Math.min(state?.paidAt ?? Infinity, update.at) : (state?.paidAt ?? null);
  const afterCancellation = status === 'paid' && [state, update].some((one) => one?.status === 'cancelled');
  const afterExpiry = paidAt !== null && expiresAt !== null && paidAt > expiresAt;
  return { status, at, paidAt, paidLate: (state?.paidLate ?? false) || afterCancellation || afterExpiry };
}

function truthOf(one: OrderUpdate, other: OrderUpdate): OrderUpdate {
  const [earlier, later] = isLater(one, other) ? [other, one] : [one, other];
  return reachable.get(earlier.status)!.has(later.status) ? later : earlier;
}
