/** COM4: the payment statuses of an order, by rank: of two news of one instant the one that stands later here is the newer. */
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
 * Where an order may stand some time after it stood at the first: news may leave steps out (paid after failed is a new
 * attempt nobody told of), so a path is as good as a move.
 */
const reachable = new Map(orderStatuses.map((from) => [from, reachableFrom(from)]));

function reachableFrom(start: OrderStatus): ReadonlySet<OrderStatus> {
  const seen = new Set<OrderStatus>([start]);
  for (const from of seen) for (const to of moves[from]) seen.add(to);
  return seen;
}

/** A status, and when what made it so happened (milliseconds since 1970). */
export type OrderUpdate = { status: OrderStatus; at: number };

/** What is known of an order's payment. */
export type OrderState = OrderUpdate & {
  /** When it was paid, the first time; null where it never was. */
  paidAt: number | null;
  /** COM7: money came after a cancellation, or after its PIX had expired. */
  paidLate: boolean;
};

const isLater = (one: OrderUpdate, other: OrderUpdate): boolean =>
  one.at === other.at ? orderStatuses.indexOf(one.status) > orderStatuses.indexOf(other.status) : one.at > other.at;

/**
 * COM4, COM7: what is known once `news` was heard too. The order in which news arrive does not matter, nor how often: the latest
 * holds, unless what was there before it could not have become it. So neither pending nor failed undoes paid, whichever is
 * heard first, and a refund is undone by later money only. `state` is undefined for an order nobody has heard of;
 * `expiresAt` is when the PIX that was paid expired, null where that is not known or it was paid in another way.
 */
export function applyOrderUpdate(
  state: OrderState | undefined,
  news: OrderUpdate,
  expiresAt: number | null = null,
): OrderState {
  const { status, at } = state ? truthOf(state, news) : news;
  const paidAt = news.status === 'paid' ? Math.min(state?.paidAt ?? Infinity, news.at) : (state?.paidAt ?? null);
  const afterCancellation = status === 'paid' && [state, news].some((one) => one?.status === 'cancelled');
  const afterExpiry = paidAt !== null && expiresAt !== null && paidAt > expiresAt;
  return { status, at, paidAt, paidLate: (state?.paidLate ?? false) || afterCancellation || afterExpiry };
}

function truthOf(one: OrderUpdate, other: OrderUpdate): OrderUpdate {
  const [earlier, later] = isLater(one, other) ? [other, one] : [one, other];
  return reachable.get(earlier.status)!.has(later.status) ? later : earlier;
}
