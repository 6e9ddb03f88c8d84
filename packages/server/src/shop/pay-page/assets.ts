import { scriptAddress, scripts } from '@retoma/pay';
import type { FastifyInstance } from 'fastify';
import { sendAsset, textAsset } from '../../http/compression/asset.ts';
import { sendError } from '../../http/errors.ts';

/** GET /pay/assets/<version>/<name>: the page's scripts. A URL changes with its content, so a browser requests it only once. */
export function addAssets(app: FastifyInstance): void {
  const assets = new Map(
    [...scripts().files].map(([name, body]) => [
      scriptAddress(name),
      textAsset('text/javascript; charset=utf-8', body),
    ]),
  );
  app.get('/pay/assets/*', (request, reply) => {
    const asset = assets.get(request.url);
    if (!asset) return sendError(reply, 'NOT_FOUND');
    return sendAsset(request, reply.header('x-content-type-options', 'nosniff'), asset, 'immutable');
  });
}
