import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { builtAsset, sendAsset, textAsset } from '../../../http/compression/asset.ts';

const built = (name: string): Buffer => readFileSync(new URL(`../../../../dist/${name}`, import.meta.url));

/** GET /client.js: the SDK as a module that a static page can import. GET /client.tgz: its package, to be installed by npm. */
export function addClientFiles(app: FastifyInstance): void {
  const files = {
    '/client.js': textAsset('text/javascript; charset=utf-8', built('client.js').toString()),
    '/client.tgz': builtAsset('application/gzip', built('client.tgz')),
  };
  for (const [url, file] of Object.entries(files)) {
    app.get(url, (request, reply) => sendAsset(request, reply.header('access-control-allow-origin', '*'), file, 300));
  }
}
