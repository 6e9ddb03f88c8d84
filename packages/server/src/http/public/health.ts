import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/** GET /health/live: the process responds. GET /health/ready: it accepts requests, and PostgreSQL responds too. */
export function addHealth(app: FastifyInstance, context: Pick<Context, 'db' | 'draining'>): void {
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    if (context.draining) return reply.code(503).send({ status: 'draining' });
    try {
      await context.db.query('select 1');
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });
}
