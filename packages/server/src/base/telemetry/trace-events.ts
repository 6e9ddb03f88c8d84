import { current } from './trace-context.ts';
import { eventContext } from './span.ts';

/** A new event. */
type EventRef = { readonly eventId: string; readonly storeId: string; readonly type: string };

/**
 * Starts a trace for each stored event of the current span, and links the event and the span both ways. If the transaction is rolled back
 * later, the traces remain; that is rare, and they have no child spans.
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
