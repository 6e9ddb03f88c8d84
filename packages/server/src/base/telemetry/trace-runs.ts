import { eventContext, runContext } from './span.ts';
import { newSpanId, type Tracer } from './tracer.ts';

/** An advanced run with its inputs; `startedAt` is set if it is new. */
type Moved = {
  readonly run: Readonly<Record<'runId' | 'storeId' | 'automationId' | 'eventId', string>> & {
    readonly version: number;
  };
  readonly inputs: readonly { readonly input: { readonly type: string } }[];
  readonly startedAt?: number;
};

/** Records a span for each run that a committed transaction advanced; the transaction began at `since` (milliseconds). */
export function traceRuns(tracer: Tracer, moved: readonly Moved[], since: number): void {
  const end = Math.max(since, tracer.now());
  for (const { run, inputs, startedAt } of moved) {
    const { runId, eventId } = run;
    const begins = startedAt !== undefined;
    const beginning = runContext(eventId, runId);
    tracer.record({
      context: begins ? beginning : { ...beginning, spanId: newSpanId() },
      parentSpanId: (begins ? eventContext(eventId) : beginning).spanId,
      name: `run ${begins ? 'start' : (inputs[0]?.input.type ?? 'wake')}`,
      kind: begins ? 'consumer' : 'internal',
      start: since,
      end,
      attributes: {
        'retoma.run_id': runId,
        'retoma.event_id': eventId,
        'retoma.store_id': run.storeId,
        'retoma.automation_id': run.automationId,
        'retoma.version': run.version,
      },
      links: [],
    });
  }
}
