import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { retryAfterS } from '../../../http/errors.ts';

/**
 * GET /health/live: the process responds. GET /health/ready: it accepts requests, and PostgreSQL responds too; the metric `retoma_ready`
 * has the same answer.
 */
export function addHealth(app: FastifyInstance, context: Pick<Context, 'db' | 'draining' | 'metrics'>): void {
  const readiness = async (): Promise<'ready' | 'draining' | 'database unavailable'> => {
    if (context.draining) return 'draining';
    return context.db.query('select 1').then(
      () => 'ready',
      () => 'database unavailable',
    );
  };
  context.metrics.watchReady(async () => (await readiness()) === 'ready');
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const status = await readiness();
    if (status !== 'ready') reply.code(503).header('retry-after', retryAfterS);
    return { status };
  });
}
