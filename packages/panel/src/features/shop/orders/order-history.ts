// What happened to an order, put together from its events, payments, refunds, members' actions and messages. Pure.
import type { ApiResponse } from '../../../api/call.ts';
import type { Order } from '../labels.ts';

/** A message about an order. */
export type OrderMessage = ApiResponse<'GET /panel/api/stores/:storeId/orders/:orderId/messages'>['messages'][number];

type OrderEvent = Order['events'][number];
type OrderPayment = Order['payments'][number];
type Refund = Order['refunds'][number];
type OrderAction = Order['actions'][number];

/** What an entry is about, for the filter. `unsent`: a message that did not leave. */
export type EntryKind = 'messages' | 'unsent' | 'payment' | 'delivery' | 'team' | 'other';

/** One entry. `at` in milliseconds since 1970. `by` of an event: the member who caused it. */
export type HistoryEntry = { readonly key: string; readonly at: number; readonly kinds: readonly EntryKind[] } & (
  | { readonly what: 'created' }
  | {
      readonly what: 'event';
      readonly event: OrderEvent;
      readonly payment: OrderPayment | null;
      readonly by: OrderAction | null;
    }
  | { readonly what: 'payment'; readonly payment: OrderPayment }
  | {
      readonly what: 'refund';
      readonly phase: Refund['state'];
      readonly amount: number;
      readonly refund: Refund | null;
    }
  | { readonly what: 'action'; readonly action: OrderAction }
  | { readonly what: 'message'; readonly message: OrderMessage }
);

/** Up to this far apart, a member's action and the event that it made are one entry, in milliseconds. */
const together = 2_000;

const kindOfEvent = (type: OrderEvent['type']): EntryKind =>
  type === 'tracking_code_updated' ? 'delivery' : /^(pix|boleto|payment)\./.test(type) ? 'payment' : 'other';

/** The event that an action makes. */
const eventOfAction: Partial<Record<OrderAction['action'], OrderEvent['type']>> = {
  order_paid: 'payment.confirmed',
  order_accepted: 'payment.confirmed',
  order_tracked: 'tracking_code_updated',
};

/** The entries of an order, newest first. */
export function historyOf(order: Order, messages: readonly OrderMessage[]): HistoryEntry[] {
  const { events, payments, refunds, actions } = order;
  const isNear = (one: string, other: string): boolean => Math.abs(Date.parse(one) - Date.parse(other)) <= together;
  const causeOf = (event: OrderEvent): OrderAction | null =>
    actions.find(({ action, at }) => eventOfAction[action] === event.type && isNear(at, event.at)) ?? null;
  const causes = events.map(causeOf);
  const entries: HistoryEntry[] = [
    { what: 'created', key: 'created', at: Date.parse(order.createdAt), kinds: ['other'] },
    ...events.map((event, index) => ({
      what: 'event' as const,
      key: event.eventId,
      at: Date.parse(event.at),
      kinds: [kindOfEvent(event.type), ...(causes[index] ? (['team'] as const) : [])],
      event,
      payment: kindOfEvent(event.type) === 'payment' ? paymentOf(event, payments) : null,
      by: causes[index] ?? null,
    })),
    ...payments.filter((payment) => isOwnEntry(payment, events)).map(paymentEntry),
    ...refunds.flatMap(refundEntries),
    ...payments.flatMap((payment) => unbookedRefund(payment, refunds)),
    ...actions.filter((action) => !causes.includes(action)).map(actionEntry),
    ...messages.map(messageEntry),
  ];
  return entries.toSorted((one, other) => other.at - one.at);
}

/** The payment of an event: the one that changed then, or whose code was made last before it. */
function paymentOf({ type, at }: OrderEvent, payments: readonly OrderPayment[]): OrderPayment | null {
  const changed = payments.find(({ stateAt }) => stateAt === at);
  const method = /^(pix|boleto)\.generated$/.exec(type)?.[1];
  const paid = payments.filter((one) => one.paid !== null);
  if (method === undefined) {
    // A refund changed it since.
    return changed ?? (type === 'payment.confirmed' && paid.length === 1 ? paid[0]! : null);
  }
  const made = payments.filter((one) => one.method === method && Date.parse(one.createdAt) <= Date.parse(at));
  return made.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))[0] ?? null;
}

/** Whether a payment's state has no event: it ended without money, or brought money that the order did not need. */
function isOwnEntry({ state, stateAt }: OrderPayment, events: readonly OrderEvent[]): boolean {
  if (state === 'paid') return !events.some(({ type, at }) => type === 'payment.confirmed' && at === stateAt);
  return state === 'expired' || state === 'cancelled' || state === 'charged_back';
}

const paymentEntry = (payment: OrderPayment): HistoryEntry => ({
  what: 'payment',
  key: `${payment.paymentId} ${payment.state}`,
  at: Date.parse(payment.stateAt),
  kinds: ['payment'],
  payment,
});

/** A refund: once where it was made at once, else its request and its outcome. */
function refundEntries(refund: Refund): HistoryEntry[] {
  const { refundId, requestedAt, settledAt, state, amount, source } = refund;
  const kinds: EntryKind[] = source === 'member' ? ['payment', 'team'] : ['payment'];
  const entry = (phase: Refund['state'], at: string): HistoryEntry => ({
    what: 'refund',
    key: `${refundId} ${phase}`,
    at: Date.parse(at),
    kinds,
    phase,
    amount,
    refund,
  });
  if (settledAt === null) return [entry('requested', requestedAt)];
  const isAtOnce = Date.parse(settledAt) - Date.parse(requestedAt) < 60_000;
  return isAtOnce ? [entry(state, settledAt)] : [entry('requested', requestedAt), entry(state, settledAt)];
}

/** Money given back before refunds were stored one by one. */
function unbookedRefund(payment: OrderPayment, refunds: readonly Refund[]): HistoryEntry[] {
  const { state, paid, refunded, paymentId, stateAt } = payment;
  const returned = state === 'refunded' ? (paid ?? 0) : state === 'partially_refunded' ? refunded : 0;
  const booked = refunds
    .filter((one) => one.paymentId === paymentId && one.state === 'done')
    .reduce((sum, { amount }) => sum + amount, 0);
  const amount = returned - booked;
  if (amount <= 0) return [];
  const at = Date.parse(stateAt);
  return [
    { what: 'refund', key: `${paymentId} returned`, at, kinds: ['payment'], phase: 'done', amount, refund: null },
  ];
}

const actionEntry = (action: OrderAction): HistoryEntry => ({
  what: 'action',
  key: `${action.action} ${action.at}`,
  at: Date.parse(action.at),
  kinds: ['team', action.action === 'order_tracked' ? 'delivery' : 'payment'],
  action,
});

/** The states of messages that did not leave. */
const unsent: ReadonlySet<string> = new Set(['failed', 'skipped']);

const messageEntry = (message: OrderMessage): HistoryEntry => ({
  what: 'message',
  key: `${message.runId} ${message.message}`,
  at: Date.parse(message.settledAt ?? message.dueAt),
  kinds: unsent.has(message.state) ? ['messages', 'unsent'] : ['messages'],
  message,
});
