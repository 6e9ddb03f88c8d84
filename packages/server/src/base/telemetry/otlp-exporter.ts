// Sends spans to a collector: OTLP over HTTP, as JSON. It is written here, because the libraries of OpenTelemetry would add thirteen
// packages and need an older @opentelemetry/api than the rest of the service.
//
// INV1. No caller waits for it: spans are buffered and sent in batches, one request at a time.
// INV2. The buffer is bounded. If the collector is unreachable or slow, spans are dropped and counted.
import { setTimeout as sleep } from 'node:timers/promises';
import { otlpRequest } from './otlp-request.ts';
import type { FinishedSpan } from './span.ts';
import type { SpanSink } from './tracer.ts';

/** Options of the exporter. `onLost` is called with the number of lost spans. Durations in milliseconds. */
export type OtlpOptions = {
  /** Without a trailing slash and the path of a signal. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly onLost: (count: number, reason: string) => void;
  readonly gatherMs?: number;
  readonly timeoutMs?: number;
  /** The pauses before retries. */
  readonly pauses?: readonly number[];
};

const maxWaiting = 8_192;
const maxBatch = 1_024;

/** Exports spans until it is closed. */
export class OtlpExporter implements SpanSink {
  readonly #options: Required<OtlpOptions>;
  #waiting: FinishedSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #lost = 0;
  readonly #closing = new AbortController();

  constructor(options: OtlpOptions) {
    this.#options = { gatherMs: 1_000, timeoutMs: 5_000, pauses: [500, 2_000, 8_000], ...options };
  }

  /** Buffers a span, or drops it if the buffer is full. */
  add(span: FinishedSpan): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#lost++;
      return;
    }
    this.#waiting.push(span);
    if (!this.#sending) this.#timer ??= setTimeout(() => void this.#send(), this.#options.gatherMs).unref();
  }

  /** Sends the buffered spans without retries; those that the collector does not accept are lost. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sending;
    await this.#send();
  }

  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sendAll().finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const spans = this.#waiting.splice(0, maxBatch);
      const body = JSON.stringify(otlpRequest(this.#options.serviceName, spans));
      const failure = await this.#post(body);
      const lost = this.#lost + (failure === null ? 0 : spans.length);
      this.#lost = 0;
      if (lost > 0) this.#options.onLost(lost, failure ?? 'too many at once');
    }
  }

  /** Posts a body, with retries. Returns null if it was accepted, else the status or `unreachable`. */
  async #post(body: string): Promise<string | null> {
    const { endpoint, headers, timeoutMs, pauses } = this.#options;
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      }).then(
        async ({ status, body: rest }) => {
          await rest?.cancel();
          return status;
        },
        () => 'unreachable' as const,
      );
      if (typeof answer === 'number' && answer < 300) return null;
      const mayPass = answer === 'unreachable' || [429, 502, 503, 504].includes(answer);
      const pause = pauses[attempt];
      if (!mayPass || pause === undefined || this.#closing.signal.aborted) return String(answer);
      await sleep(pause, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }
}
