import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { sendAsset, textAsset } from '../compression/asset.ts';

/** GET /client.js: the SDK as a module that a static page can import; the same source that is published, without its types. */
export function addClientScript(app: FastifyInstance): void {
  const source = readFileSync(createRequire(import.meta.url).resolve('@retoma/client/source'), 'utf8');
  const script = textAsset('text/javascript; charset=utf-8', stripTypeScriptTypes(source, { mode: 'strip' }));
  app.get('/client.js', (request, reply) =>
    sendAsset(request, reply.header('access-control-allow-origin', '*'), script, 300),
  );
}
