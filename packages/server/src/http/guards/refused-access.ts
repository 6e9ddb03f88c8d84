import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code under which access was refused; undefined where it was not. */
    refusedAccess: string | undefined;
  }
}

/** Marks a request as refused access. `code`: why, as it is logged and counted. */
export const markRefusedAccess = (request: FastifyRequest, code: string): void => {
  request.refusedAccess = code;
};

/** Lines of the log: a caller who is refused without end fills no disk. The metric counts all of them. */
const lines = { perSecond: 1, burst: 60 };

/** CHK20: logs and counts each request that was refused access: with 403, by the panel also with 401 and 429, or for the store of others. */
export function recordRefusedAccess(app: FastifyInstance, { metrics, log, clock }: Context): void {
  const limiter = new RateLimiter(lines);
  app.decorateRequest('refusedAccess', undefined);
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { refusedAccess: reason } = request;
    if (reason !== undefined) {
      const route = request.routeOptions.url ?? 'unknown';
      metrics.accessRefused.inc({ route, reason });
      if (limiter.take(route, clock()).allowed) {
        const storeId = request.apiKey?.storeId ?? (request.params as { storeId?: string }).storeId;
        const { userId } = request.session ?? {};
        const line = { requestId: request.id, method: request.method, route, statusCode: reply.statusCode };
        // A browser that is not signed in yet is no warning.
        log[reply.statusCode === 401 ? 'info' : 'warn']({ ...line, reason, storeId, userId }, 'access refused');
      }
    }
    done();
  });
}
