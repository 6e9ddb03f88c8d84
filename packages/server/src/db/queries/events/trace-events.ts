import { current } from '../../../platform/trace-context.ts';
import { eventContext } from '../../../platform/span.ts';

/** An event that was to be stored. */
type EventRef = { readonly eventId: string; readonly storeId: string; readonly type: string };

/**
 * Begins the traces of events that were stored on account of the current span, and links both ways. What is undone after this is
 * traced all the same; that is rare, and nothing more is below it.
 */
export function noteEvents(events: readonly EventRef[], stored: ReadonlySet<string>): void {
  const span = current()?.span;
  if (!span) return;
  const now = span.tracer.now();
  for (const { eventId, storeId, type } of events) {
    if (!stored.has(eventId)) continue;
    const context = eventContext(eventId);
    span.link(context);
    span.tracer.record({
      context,
      name: `event ${type}`,
      kind: 'producer',
      start: now,
      end: now,
      attributes: { 'retoma.event_id': eventId, 'retoma.event_type': type, 'retoma.store_id': storeId },
      links: [span.context],
    });
  }
}
