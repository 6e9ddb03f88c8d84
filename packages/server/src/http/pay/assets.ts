import { providerScript, scripts } from '@retoma/pay';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { textAsset, sendAsset, type Asset } from '../compression/asset.ts';
import { sendError } from '../errors.ts';

/** GET /pay/assets/<version>/<name>: the page's scripts. A URL changes with its content, so a browser requests it only once. */
export function addAssets(app: FastifyInstance, { payments }: Pick<Context, 'payments'>): void {
  const files = Object.values(payments).flatMap(({ cardScript }) => cardScript?.file ?? []);
  const ofProvider = (name: string): string | undefined =>
    files.map((file) => providerScript(file)).find(({ path }) => path === `/pay/assets/${name}`)?.body;
  const assets = new Map<string, Asset>();
  app.get('/pay/assets/*', (request, reply) => {
    const name = (request.params as { '*': string })['*'];
    const script = scripts().files.get(name) ?? ofProvider(name);
    if (script === undefined) return sendError(reply, 'NOT_FOUND');
    let asset = assets.get(name);
    if (!asset) assets.set(name, (asset = textAsset('text/javascript; charset=utf-8', script)));
    return sendAsset(request, reply.header('x-content-type-options', 'nosniff'), asset, 'immutable');
  });
}
