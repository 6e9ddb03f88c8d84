/** COM4: the payment statuses of an order, by rank: of two updates of one instant the later one here is the newer. */
export const orderStatuses = ['pending', 'processing', 'failed', 'paid', 'cancelled'] as const;

/** COM4: a payment status of an order. */
export type OrderStatus = (typeof orderStatuses)[number];

/** COM4: the moves of one payment step by step, and COM7: money that comes after a cancellation. */
const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'paid', 'failed', 'cancelled'],
  processing: ['paid', 'failed', 'cancelled'],
  failed: ['pending', 'cancelled'],
  paid: ['cancelled'],
  cancelled: ['paid'],
};

/**
 * The statuses an order may have some time after another: updates may leave steps out (paid after failed is a new attempt
 * that was not reported), so a path of moves counts as a move.
 */
const reachable = new Map(orderStatuses.map((from) => [from, reachableFrom(from)]));

function reachableFrom(start: OrderStatus): ReadonlySet<OrderStatus> {
  const seen = new Set<OrderStatus>([start]);
  for (const from of seen) for (const to of moves[from]) seen.add(to);
  return seen;
}

/** A status, and when it began (milliseconds since 1970). */
export type OrderUpdate = { status: OrderStatus; at: number };

/** What is known of an order's payment. */
export type OrderState = OrderUpdate & {
  /** When it was paid, the first time; null if it never was. */
  paidAt: number | null;
  /** COM7: money came after a cancellation, or after its PIX had expired. */
  paidLate: boolean;
};

const isLater = (one: OrderUpdate, other: OrderUpdate): boolean =>
  one.at === other.at ? orderStatuses.indexOf(one.status) > orderStatuses.indexOf(other.status) : one.at > other.at;

/**
 * COM4, COM7: the state after one more update. Updates may arrive in any order and repeatedly: the latest holds, unless the
 * status before it cannot become it. So neither pending nor failed undoes paid, whichever is reported first, and only later
 * money undoes a refund. `state` is undefined for an unknown order; `expiresAt` is when the paid PIX expired, null if that is
 * unknown or the order was paid by another method.
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
