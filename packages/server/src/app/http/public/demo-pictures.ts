import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendAsset, textAsset } from '../../../http/compression/asset.ts';
import { sendError } from '../../../http/errors.ts';

const folder = path.join(path.dirname(createRequire(import.meta.url).resolve('@retoma/pay')), 'demo');

/** GET /public/demo/<name>.svg: pictures for the demo store and the examples, so that they need no other site. */
export function addDemoPictures(app: FastifyInstance): void {
  const pictures = new Map(
    readdirSync(folder).map((name) => [
      name,
      textAsset('image/svg+xml', readFileSync(path.join(folder, name), 'utf8')),
    ]),
  );
  app.get('/public/demo/:name', (request, reply) => {
    const picture = pictures.get((request.params as { name: string }).name);
    if (!picture) return sendError(reply, 'NOT_FOUND');
    return sendAsset(request, reply.header('x-content-type-options', 'nosniff'), picture, 86_400);
  });
}
