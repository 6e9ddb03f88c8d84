import type { Queryable } from '../../../base/postgres/pool.ts';
import { messageEventFind } from '../queries/message-events.ts';
import { current } from '../../../base/telemetry/trace-context.ts';
import { runContext } from '../../../base/telemetry/span.ts';
import { newSpanId } from '../../../base/telemetry/tracer.ts';

/** An update of a message; `name`: the provider's message id, or Retoma's key. */
type UpdateRef = { readonly name: string; readonly what: string };

/**
 * If traces are exported, adds a span for each reported update to the trace of the message's run, linked with the webhook's span. It never
 * fails, because nothing depends on it.
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
