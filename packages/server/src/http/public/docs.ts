import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { openApi } from './openapi.ts';
import { referencePage, referencePolicy } from './reference-page.ts';

/** GET /openapi.json and the page that people read, GET /docs. */
export function addDocs(app: FastifyInstance, context: Context): void {
  let document: string | undefined;
  let page: string | undefined;
  app.get('/openapi.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send((document ??= JSON.stringify(openApi(context.baseUrl)))),
  );
  app.get('/docs', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': referencePolicy,
        'x-content-type-options': 'nosniff',
      })
      .send((page ??= referencePage(context.baseUrl))),
  );
}
