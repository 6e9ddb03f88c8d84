import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendError } from '../errors.ts';

const folder = path.join(path.dirname(createRequire(import.meta.url).resolve('@retoma/pay')), 'demo');

/** GET /public/demo/<name>.svg: pictures for the demo store and the examples, so that they need no other site. */
export function addDemoPictures(app: FastifyInstance): void {
  const pictures = new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))]));
  app.get('/public/demo/:name', (request, reply) => {
    const picture = pictures.get((request.params as { name: string }).name);
    if (!picture) return sendError(reply, 'NOT_FOUND');
    return reply
      .headers({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
        'x-content-type-options': 'nosniff',
      })
      .send(picture);
  });
}
