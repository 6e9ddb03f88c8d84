import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withTraceContext } from '../platform/trace-context.ts';
import { readTraceparent } from '../platform/span.ts';
import type { Span, Tracer } from '../platform/tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the request; undefined where traces are not exported. */
    span: Span | undefined;
  }
}

/** Asked for all the time, by machines. */
const dull = /^\/(?:metrics|health\/)/;

/**
 * Handlers run on account of their request, for the log; where traces are exported each request is a span. A caller's own trace is
 * linked and not continued: any client could name one.
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
  // Not before: what reads the body runs outside any span.
  app.addHook('preHandler', ({ id, span }, _reply, done) => withTraceContext({ requestId: id, span }, done));
}

function startSpan(tracer: Tracer, { id, method, headers, routeOptions }: FastifyRequest): Span | undefined {
  const route = routeOptions.url ?? 'unknown';
  if (dull.test(route)) return undefined;
  const caller = readTraceparent(headers.traceparent);
  return tracer.start({
    name: `${method} ${route}`,
    kind: 'server',
    // The route and not the address: there are secrets in addresses.
    attributes: { 'http.request.method': method, 'http.route': route, 'retoma.request_id': id },
    links: caller ? [caller] : [],
  });
}
