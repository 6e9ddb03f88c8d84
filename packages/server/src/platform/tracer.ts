import type { Clock } from './clock.ts';
import { random } from './ids.ts';
import type { Attributes, FinishedSpan, SpanContext } from './span.ts';

/** Where spans go. */
export type SpanSink = { readonly add: (span: FinishedSpan) => void; readonly close: () => Promise<void> };

/** What a span begins with. Without a parent it begins a trace. */
export type SpanStart = Pick<FinishedSpan, 'name' | 'kind'> & {
  readonly parent?: SpanContext | undefined;
  readonly attributes?: Attributes;
  readonly links?: readonly SpanContext[];
};

/** A span that is under way. */
export type Span = {
  readonly context: SpanContext;
  readonly tracer: Tracer;
  readonly link: (to: SpanContext) => void;
  /** Ends it; what is passed now is added to what it began with. Ending it twice is a mistake. */
  readonly end: (more?: { name?: string; attributes?: Attributes; failed?: boolean }) => void;
};

/** Makes spans, of those traces that are kept: whether one is follows from its id, so that a trace is kept whole or not at all. */
export class Tracer {
  readonly #sink: SpanSink;
  readonly #clock: Clock;
  readonly #ratio: number;

  /** `ratio`: of the traces that are kept, 0 to 1. */
  constructor(sink: SpanSink, clock: Clock, ratio: number) {
    this.#sink = sink;
    this.#clock = clock;
    this.#ratio = ratio;
  }

  /** Now, in milliseconds since 1970. */
  now(): number {
    return this.#clock();
  }

  /** Begins a span. */
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

  /** Takes a span that is over already. */
  record(span: FinishedSpan): void {
    if (this.#keeps(span.context.traceId)) this.#sink.add(span);
  }

  /** Gives what is left to the collector. */
  close(): Promise<void> {
    return this.#sink.close();
  }

  /** By the last 52 bits, which are random in our ids too. */
  #keeps(traceId: string): boolean {
    return this.#ratio >= 1 || Number.parseInt(traceId.slice(-13), 16) / 2 ** 52 < this.#ratio;
  }
}

/** A fresh id of a span. */
export const newSpanId = (): string => random(8).toString('hex');
