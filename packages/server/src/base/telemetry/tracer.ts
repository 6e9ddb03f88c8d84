import type { Clock } from '../clock.ts';
import { random } from '../ids.ts';
import type { Attributes, FinishedSpan, SpanContext } from './span.ts';

/** The destination of finished spans. */
export type SpanSink = { readonly add: (span: FinishedSpan) => void; readonly close: () => Promise<void> };

/** The data of a new span. Without a parent it starts a trace. */
export type SpanStart = Pick<FinishedSpan, 'name' | 'kind'> & {
  readonly parent?: SpanContext | undefined;
  readonly attributes?: Attributes;
  readonly links?: readonly SpanContext[];
};

/** A span in progress. */
export type Span = {
  readonly context: SpanContext;
  readonly tracer: Tracer;
  readonly link: (to: SpanContext) => void;
  /** Ends the span; the arguments are added to its data. It must be ended only once. */
  readonly end: (more?: { name?: string; attributes?: Attributes; failed?: boolean }) => void;
};

/**
 * Creates spans and exports those of sampled traces. Sampling depends on the trace id only, so a trace is exported completely or not at
 * all.
 */
export class Tracer {
  readonly #sink: SpanSink;
  readonly #clock: Clock;
  readonly #ratio: number;

  /** `ratio`: the share of exported traces, 0 to 1. */
  constructor(sink: SpanSink, clock: Clock, ratio: number) {
    this.#sink = sink;
    this.#clock = clock;
    this.#ratio = ratio;
  }

  /** Now, in milliseconds since 1970. */
  now(): number {
    return this.#clock();
  }

  /** Starts a span. */
  start({ name, kind, parent, attributes, links = [] }: SpanStart): Span {
    const context = { traceId: parent?.traceId ?? random(16).toString('hex'), spanId: newSpanId() };
    const start = this.#clock();
    const began = performance.now();
    const linked = [...links];
    return {
      context,
      tracer: this,
      link: (to) => void linked.push(to),
      end: (more = {}) =>
        this.record({
          context,
          parentSpanId: parent?.spanId,
          name: more.name ?? name,
          kind,
          start,
          end: start + performance.now() - began,
          attributes: { ...attributes, ...more.attributes },
          links: linked,
          failed: more.failed,
        }),
    };
  }

  /** Exports a finished span. */
  record(span: FinishedSpan): void {
    if (this.#keeps(span.context.traceId)) this.#sink.add(span);
  }

  /** Sends the remaining spans to the collector. */
  close(): Promise<void> {
    return this.#sink.close();
  }

  /** Whether a trace is sampled: by the last 52 bits, which are random in Retoma's ids too. */
  #keeps(traceId: string): boolean {
    return this.#ratio >= 1 || Number.parseInt(traceId.slice(-13), 16) / 2 ** 52 < this.#ratio;
  }
}

/** A new span id. */
export const newSpanId = (): string => random(8).toString('hex');
