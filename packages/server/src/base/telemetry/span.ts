/** The ids of a span: its trace (32 hex digits) and the span (16 hex digits). */
export type SpanContext = { readonly traceId: string; readonly spanId: string };

/** Attributes of a span: Retoma's ids, names and codes. Never text or data of a person. */
export type Attributes = Readonly<Record<`http.${string}` | `retoma.${string}`, string | number | boolean | undefined>>;

/** The kinds of spans with OpenTelemetry's numbers. */
export const spanKinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;

/** A finished span. Instants in milliseconds since 1970, with fractions. */
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
 * The span of an event. Its trace id is the event's id, so every process can compute the trace of everything that an event causes, at any
 * time, without storing it.
 */
export const eventContext = (eventId: string): SpanContext => ({
  traceId: hexOf(eventId),
  spanId: hexOf(eventId).slice(16),
});

/** The span of a run's start, in the trace of its event; later spans of the run are its children. */
export const runContext = (eventId: string, runId: string): SpanContext => ({
  traceId: hexOf(eventId),
  spanId: hexOf(runId).slice(16),
});

/** Reads the header `traceparent` (W3C Trace Context); undefined if it is missing or invalid. */
export function readTraceparent(header: string | string[] | undefined): SpanContext | undefined {
  const match =
    typeof header === 'string' ? /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/.exec(header) : null;
  if (!match || /^0+$/.test(match[1]!) || /^0+$/.test(match[2]!)) return undefined;
  return { traceId: match[1]!, spanId: match[2]! };
}
