import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withTraceContext } from './trace-context.ts';
import { readTraceparent } from './span.ts';
import type { Span, Tracer } from './tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; undefined if traces are not exported. */
    span: Span | undefined;
  }
}

/** Routes that monitoring calls constantly; they are not traced. */
const dull = /^\/(?:metrics|health\/)/;

/**
 * Runs handlers in the context of their request, for the log. If traces are exported, each request is a span. A caller's trace is linked
 * but not continued, because any client can send any trace id.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer | undefined): void {
  app.decorateRequest('span', undefined);
  if (tracer) {
    app.addHook('onRequest', (request, _reply, done) => {
      request.span = startSpan(tracer, request);
      done();
    });
    app.addHook('onResponse', ({ span, routeOptions, method, store }, { statusCode }, done) => {
      const name = `${method} ${routeOptions.url ?? 'unknown'}`;
      const attributes = { 'http.response.status_code': statusCode, 'retoma.store_id': store?.storeId };
      span?.end({ name, attributes, failed: statusCode >= 500 });
      done();
    });
  }
  // In preHandler, because the code that reads the body runs outside any async context.
  app.addHook('preHandler', ({ id, span }, _reply, done) => withTraceContext({ requestId: id, span }, done));
}

function startSpan(tracer: Tracer, { id, method, headers, routeOptions }: FastifyRequest): Span | undefined {
  const route = routeOptions.url ?? 'unknown';
  if (dull.test(route)) return undefined;
  const caller = readTraceparent(headers.traceparent);
  return tracer.start({
    name: `${method} ${route}`,
    kind: 'server',
    // The route, because the URL itself may contain secrets.
    attributes: { 'http.request.method': method, 'http.route': route, 'retoma.request_id': id },
    links: caller ? [caller] : [],
  });
}
