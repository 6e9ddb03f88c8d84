import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { sendAsset, textAsset } from '../../../http/compression/asset.ts';

/** GET /client.js: the SDK as a module that a static page can import. */
export function addClientScript(app: FastifyInstance): void {
  const source = readFileSync(new URL('../../../../dist/client.js', import.meta.url), 'utf8');
  const script = textAsset('text/javascript; charset=utf-8', source);
  app.get('/client.js', (request, reply) =>
    sendAsset(request, reply.header('access-control-allow-origin', '*'), script, 300),
  );
}
