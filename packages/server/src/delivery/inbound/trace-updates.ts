import type { Queryable } from '../../db/pool.ts';
import { messageEventFind } from '../../db/queries/messages/message-events.ts';
import { current } from '../../platform/trace-context.ts';
import { runContext } from '../../platform/span.ts';
import { newSpanId } from '../../platform/tracer.ts';

/** An update of a message: by its provider's id, or by our key. */
type UpdateRef = { readonly name: string; readonly what: string };

/**
 * Where traces are exported: what a webhook reported of messages becomes a span in the trace of each run, linked with that of the
 * webhook. Nothing depends on it, so that it never fails.
 */
export async function traceUpdates(db: Queryable, connectionId: string, updates: readonly UpdateRef[]): Promise<void> {
  const span = current()?.span;
  if (!span) return;
  for (const { name, what } of updates) {
    const found = await messageEventFind(db, connectionId, name).catch(() => undefined);
    if (!found) continue;
    const { eventId, runId, messageKey } = found;
    const run = runContext(eventId, runId);
    const context = { ...run, spanId: newSpanId() };
    const now = span.tracer.now();
    span.link(context);
    span.tracer.record({
      context,
      parentSpanId: run.spanId,
      name: `message ${what}`,
      kind: 'consumer',
      start: now,
      end: now,
      attributes: { 'retoma.run_id': runId, 'retoma.message': messageKey },
      links: [span.context],
    });
  }
}
