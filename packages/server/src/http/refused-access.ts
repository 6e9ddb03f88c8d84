import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { RateLimiter } from '../base/net/rate-limiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code with which access was refused; undefined: access was not refused. */
    refusedAccess: string | undefined;
  }
}

/** Marks a request as refused access. `code`: the reason for log and metric. */
export const markRefusedAccess = (request: FastifyRequest, code: string): void => {
  request.refusedAccess = code;
};

/** The limit of log lines for each route, so that endless refusals do not fill the disk. The metric counts all refusals. */
const lines = { perSecond: 1, burst: 60 };

/** CHK20: logs and counts requests that were refused access: with 403; in the panel also with 401, 429 or for another owner's store. */
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
        // A browser that is not signed in yet causes no warning.
        log[reply.statusCode === 401 ? 'info' : 'warn']({ ...line, reason, storeId, userId }, 'access refused');
      }
    }
    done();
  });
}
