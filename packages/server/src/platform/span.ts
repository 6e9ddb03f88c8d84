/** Where a span stands: its trace (32 hex digits) and itself (16 hex digits). */
export type SpanContext = { readonly traceId: string; readonly spanId: string };

/** Attributes of a span: ids, names and codes of ours. Never text or data of a person. */
export type Attributes = Readonly<Record<`http.${string}` | `retoma.${string}`, string | number | boolean | undefined>>;

/** What a span is to others, as OpenTelemetry numbers it. */
export const spanKinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;

/** A span that is over. Instants in milliseconds since 1970, with fractions. */
export type FinishedSpan = {
  readonly context: SpanContext;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly kind: keyof typeof spanKinds;
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  readonly links: readonly SpanContext[];
  readonly failed?: boolean | undefined;
};

const hexOf = (id: string): string => id.replaceAll('-', '').toLowerCase();

/**
 * The span of an event. Its trace is the event's id, so that every process, on any day, knows the trace of all that comes of an
 * event, and nothing of it is stored.
 */
export const eventContext = (eventId: string): SpanContext => ({
  traceId: hexOf(eventId),
  spanId: hexOf(eventId).slice(16),
});

/** The span of a run's beginning, in the trace of its event: what happens to the run later is below it. */
export const runContext = (eventId: string, runId: string): SpanContext => ({
  traceId: hexOf(eventId),
  spanId: hexOf(runId).slice(16),
});

/** Reads the header `traceparent` (W3C Trace Context); undefined where there is none that can be read. */
export function readTraceparent(header: string | string[] | undefined): SpanContext | undefined {
  const match =
    typeof header === 'string' ? /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/.exec(header) : null;
  if (!match || /^0+$/.test(match[1]!) || /^0+$/.test(match[2]!)) return undefined;
  return { traceId: match[1]!, spanId: match[2]! };
}
