import { stopTriggersOf, type Flow } from '../definition/flow.ts';
import { SentAfterPaid, type AfterPaid } from './after-paid.ts';
import { isCollecting } from './domain.ts';
import { playPaths } from './play-paths.ts';

/** Small limits, since paths are played at every edit and every save and must not delay these. */
const limits = { maxRuns: 400, maxEntries: 20_000 } as const;

const found = new WeakMap<Flow, readonly AfterPaid[]>();

/**
 * The reminders of a valid flow that can reach a customer who has paid, each with its earliest sending. A flow that a payment ends has
 * none, so it is not played. Cached for each flow, since its validation and its fixes both need it.
 */
export function paidReminders(flow: Flow): readonly AfterPaid[] {
  const before = found.get(flow);
  if (before) return before;
  const reminders = findReminders(flow);
  found.set(flow, reminders);
  return reminders;
}

function findReminders(flow: Flow): readonly AfterPaid[] {
  if (!isCollecting(flow) || stopTriggersOf(flow).includes('payment.confirmed')) return [];
  const afterPaid = new SentAfterPaid(flow.trigger_event);
  playPaths(flow, limits, ({ trace }, scenario) => afterPaid.add(trace, scenario));
  return afterPaid.found();
}
