import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { sendError } from '../../../http/errors.ts';
import { RateLimiter } from '../../../base/net/rate-limiter.ts';

/**
 * GET /pay/cep/:cep: the address of a CEP, for the page's script; 404 if there is no such CEP, 204 if no service answered. Without an
 * address the shopper types it.
 */
export function addFindAddress(app: FastifyInstance, context: Context): void {
  const limiter = new RateLimiter({ perSecond: 2, burst: 40 });
  app.get('/pay/cep/:cep', async (request, reply) => {
    const { cep } = request.params as { cep: string };
    if (!/^\d{8}$/.test(cep)) return sendError(reply, 'NOT_FOUND');
    const { allowed, retryAfter } = limiter.take(request.ip, context.clock());
    if (!allowed) return sendError(reply.header('retry-after', retryAfter), 'RATE_LIMITED');
    const address = await context.findPostalAddress(cep);
    if (typeof address !== 'object') reply.header('cache-control', 'no-store');
    if (address === undefined) return reply.code(204).send();
    if (address === 'unknown') return sendError(reply, 'NOT_FOUND');
    return reply.header('cache-control', 'private, max-age=86400').send(address);
  });
}
