import { stopTriggersOf, type Flow } from '../definition/flow.ts';
import { SentAfterPaid, type AfterPaid } from './after-paid.ts';
import { isCollecting } from './domain.ts';
import { playPaths } from './play-paths.ts';

/** Paths are played at every edit and every save: the limit keeps that unnoticeable. */
const limits = { maxRuns: 400, maxEntries: 20_000 } as const;

/**
 * The reminders of a valid flow that can reach someone who has paid, each with the shortest sequence of moments. A flow that the payment
 * itself ends has none, and is not played.
 */
export function paidReminders(flow: Flow): readonly AfterPaid[] {
  if (!isCollecting(flow) || stopTriggersOf(flow).includes('payment.confirmed')) return [];
  const afterPaid = new SentAfterPaid(flow.trigger_event);
  playPaths(flow, limits, ({ trace }, scenario) => afterPaid.add(trace, scenario));
  return afterPaid.found();
}
