import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { sendError } from '../../../http/errors.ts';

/** GET /metrics for Prometheus: with METRICS_TOKEN if it is set, otherwise from this machine only. */
export function addMetrics(app: FastifyInstance, { metrics, config }: Pick<Context, 'metrics' | 'config'>): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) return sendError(reply, 'NOT_FOUND');
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
    return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
  }
  // Behind a proxy every caller comes from this machine, so a forwarded request does not count as local.
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers['forwarded'];
  return forwarded === undefined && /^(::1|(::ffff:)?127\.)/.test(request.socket.remoteAddress ?? '');
}
