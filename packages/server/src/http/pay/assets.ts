import { scripts } from '@retoma/pay';
import type { FastifyInstance } from 'fastify';
import { sendError } from '../errors.ts';

/** GET /pay/assets/<version>/<name>: the page's scripts. An address names its content, so a browser asks once. */
export function addAssets(app: FastifyInstance): void {
  app.get('/pay/assets/*', (request, reply) => {
    const script = scripts().files.get((request.params as { '*': string })['*']);
    if (script === undefined) return sendError(reply, 'NOT_FOUND');
    return reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      .send(script);
  });
}
