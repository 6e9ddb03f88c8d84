import { spanKinds, type Attributes, type FinishedSpan } from './span.ts';

/** One attribute in OTLP's JSON, in which 64-bit integers are strings. */
export type OtlpAttribute = {
  key: string;
  value: { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean };
};

/** Spans as the body of POST /v1/traces (opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest, JSON). */
export const otlpRequest = (serviceName: string, spans: readonly FinishedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: serviceName } }] },
      scopeSpans: [{ scope: { name: 'retoma' }, spans: spans.map(otlpSpan) }],
    },
  ],
});

const otlpSpan = ({ context, parentSpanId, name, kind, start, end, attributes, links, failed }: FinishedSpan) => ({
  ...context,
  ...(parentSpanId !== undefined && { parentSpanId }),
  name,
  kind: spanKinds[kind],
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: attributesOf(attributes),
  links,
  status: failed ? { code: 2 } : {},
});

/** Nanoseconds exceed the exact range of a number, so the value is exact to the microsecond, with three zeros appended. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1_000)}000`;

function attributesOf(attributes: Attributes): OtlpAttribute[] {
  return Object.entries(attributes).flatMap(([key, value]): OtlpAttribute[] => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }];
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
    return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
  });
}
