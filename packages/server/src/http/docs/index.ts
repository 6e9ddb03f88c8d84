import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../context.ts';
import { sendError } from '../errors.ts';
import { openApi } from '../public/openapi.ts';
import { drawPage, pages, pictures } from './draw-page.ts';
import { isThere, shelf, type Page } from './shelf.ts';
import { sitePage, sitePolicy } from './site-page.ts';

/** GET /openapi.json and the documentation that people read: GET /docs, /docs/:page and the pictures in it. */
export function addDocs(app: FastifyInstance, context: Context): void {
  let document: string | undefined;
  app.get('/openapi.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send((document ??= JSON.stringify(openApi(context.baseUrl)))),
  );
  const drawn = new Map<string, string>();
  const show = (page: Page | undefined, reply: FastifyReply): FastifyReply => {
    if (!page || !isThere(page)) return sendError(reply, 'NOT_FOUND');
    let text = drawn.get(page.slug);
    if (text === undefined) drawn.set(page.slug, (text = sitePage(page, drawPage(page, context.baseUrl))));
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': sitePolicy,
        'referrer-policy': 'same-origin',
      })
      .send(text);
  };
  app.get('/docs', (_request, reply) => show(shelf[0]!.pages[0], reply));
  app.get<{ Params: { page: string } }>('/docs/:page', ({ params }, reply) => show(pages.get(params.page), reply));
  app.get<{ Params: { folder: string; picture: string } }>('/docs/:folder/:picture', async ({ params }, reply) => {
    const file = pictures.get(`/docs/${params.folder}/${params.picture}`);
    if (file === undefined) return sendError(reply, 'NOT_FOUND');
    return reply
      .headers({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' })
      .send(await readFile(file));
  });
}
