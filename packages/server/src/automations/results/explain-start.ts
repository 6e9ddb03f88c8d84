import type { CustomerEvent, StartableAutomation } from '../../shop/events/queries/customer-events.ts';
import type { RunListing } from '../engine/queries/run-listings.ts';

/**
 * Why an event did or did not start an automation. `started`: it did. `queued`: not decided yet. `unpublished`: the automation was published
 * later. `repeated`: it admits an order or a customer only once, and had started before. `settled`: the order was already paid or cancelled.
 * `paused`: the automation was switched off.
 */
export const startCauses = ['started', 'queued', 'unpublished', 'repeated', 'settled', 'paused'] as const;

/** The cause, and the run that started, now or before. */
export type StartCause = { cause: (typeof startCauses)[number]; runId: string | null };

/** What is known of an event's order. Instants in milliseconds. */
type OrderStatusTimes = { status: string; paidAt: number | null; statusAt: number };

/** What the explanation of one event and one automation depends on. `runs`: those of the same customer. */
export type StartFacts = {
  event: CustomerEvent;
  automation: StartableAutomation;
  order: OrderStatusTimes | undefined;
  runs: readonly Pick<RunListing, 'runId' | 'automationId' | 'eventId' | 'startedAt' | 'orderId' | 'checkoutId'>[];
};

/** Triggers that start nothing once the order is paid or cancelled: their messages ask for the payment. */
export const recoveryTriggers: ReadonlySet<string> = new Set([
  'pix.generated',
  'boleto.generated',
  'payment.failed',
  'cart.abandoned',
]);

const dayMs = 24 * 60 * 60_000;

/**
 * The single cause. An event starts every active automation with its trigger, except where the order is settled (COM6) or re-entry prevents
 * it (RUN18). So where nothing else explains that it started none, the automation was switched off.
 */
export function explainStart({ event, automation, order, runs }: StartFacts): StartCause {
  const own = runs.filter(({ automationId }) => automationId === automation.automationId);
  const started = own.find(({ eventId }) => eventId === event.eventId);
  if (started) return { cause: 'started', runId: started.runId };
  if (event.queued) return { cause: 'queued', runId: null };
  if (automation.publishedAt > event.at) return { cause: 'unpublished', runId: null };
  if (recoveryTriggers.has(event.type) && order && isSettled(order, event.at.getTime()))
    return { cause: 'settled', runId: null };
  const earlier = own.find((run) => run.startedAt <= event.at && blocks(run, event, automation));
  if (earlier) return { cause: 'repeated', runId: earlier.runId };
  return { cause: 'paused', runId: null };
}

const isSettled = ({ status, paidAt, statusAt }: OrderStatusTimes, at: number): boolean =>
  (paidAt !== null && paidAt <= at) || (status === 'cancelled' && statusAt <= at);

/** RUN18: whether an earlier run keeps the customer or the order out. */
function blocks(
  run: StartFacts['runs'][number],
  { at, orderId, checkoutId }: CustomerEvent,
  { reentry, withinDays }: StartableAutomation,
): boolean {
  if (reentry === 'every') return false;
  if (withinDays !== null && at.getTime() - run.startedAt.getTime() > withinDays * dayMs) return false;
  if (reentry === 'once_per_customer') return true;
  return (orderId !== null && run.orderId === orderId) || (checkoutId !== null && run.checkoutId === checkoutId);
}
