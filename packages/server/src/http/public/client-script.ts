import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';

/** GET /client.js: the SDK as a module that a static page can import; the same source that is published, without its types. */
export function addClientScript(app: FastifyInstance): void {
  const source = readFileSync(createRequire(import.meta.url).resolve('@retoma/client/source'), 'utf8');
  const script = stripTypeScriptTypes(source, { mode: 'strip' });
  app.get('/client.js', (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=300')
      .send(script),
  );
}
