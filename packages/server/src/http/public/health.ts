import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../context.ts';
import { retryAfterS } from '../errors.ts';

/** GET /health/live: the process responds. GET /health/ready: it accepts requests, and PostgreSQL responds too. */
export function addHealth(app: FastifyInstance, context: Pick<Context, 'db' | 'draining'>): void {
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const refuse = (status: string): FastifyReply =>
      reply.code(503).header('retry-after', retryAfterS).send({ status });
    if (context.draining) return refuse('draining');
    try {
      await context.db.query('select 1');
      return { status: 'ready' };
    } catch {
      return refuse('database unavailable');
    }
  });
}
