import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { otlpRequest } from '../otlp-request.ts';

type Request = ReturnType<typeof otlpRequest>;

/** A span as decoded by the collector. */
export type CollectedSpan = {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly kind: number;
  /** Nanoseconds. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
  readonly failed: boolean;
};

/** A local OTLP collector over HTTP, for tests. */
export type Collector = {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** The received bodies. */
  readonly bodies: string[];
  readonly headers: http.IncomingHttpHeaders[];
  /** The statuses of the next responses; after them, 200 again. */
  readonly answers: number[];
  readonly stop: () => Promise<void>;
};

/** Starts a collector. Invalid OTLP in JSON is refused with 400, like the collector of OpenTelemetry does. */
export async function startCollector(): Promise<Collector> {
  const collected = { spans: [] as CollectedSpan[], bodies: [] as string[], headers: [] as http.IncomingHttpHeaders[] };
  const answers: number[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      collected.headers.push(request.headers);
      response.statusCode = answers.shift() ?? take(collected, request, body);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...collected,
    answers,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function take(
  { spans, bodies }: Pick<Collector, 'spans' | 'bodies'>,
  { method, url, headers }: http.IncomingMessage,
  body: string,
): number {
  if (method !== 'POST' || url !== '/v1/traces') return 404;
  if (headers['content-type'] !== 'application/json') return 415;
  try {
    const decoded = decodeSpans(JSON.parse(body) as Request);
    bodies.push(body);
    spans.push(...decoded);
    return 200;
  } catch {
    return 400;
  }
}

function decodeSpans({ resourceSpans }: Request): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(attributesOf(resource.attributes)['service.name']),
        name: span.name,
        ...spanIds(span),
        parentSpanId: span.parentSpanId === undefined ? undefined : hex(span.parentSpanId, 16),
        kind: span.kind,
        start: BigInt(span.startTimeUnixNano),
        end: BigInt(span.endTimeUnixNano),
        attributes: attributesOf(span.attributes),
        links: span.links.map((link) => Object.values(spanIds(link)).join(' ')),
        failed: span.status.code === 2,
      })),
    ),
  );
}

const spanIds = ({ traceId, spanId }: { traceId: string; spanId: string }): { traceId: string; spanId: string } => ({
  traceId: hex(traceId, 32),
  spanId: hex(spanId, 16),
});

function hex(id: string, length: number): string {
  if (!new RegExp(`^(?!0+$)[0-9a-f]{${length}}$`).test(id)) throw new Error(`no id: ${id}`);
  return id;
}

const attributesOf = (list: readonly { key: string; value: object }[]): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
