import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { builtAsset, sendAsset, textAsset, type Asset } from '../../../http/compression/asset.ts';
import { sendError } from '../../../http/errors.ts';
import { openApiDocument } from '../document/openapi.ts';
import { postmanCollection } from '../document/postman.ts';
import type { PublishedDocument } from '../document/published.ts';
import { drawPage, pages, pictures } from './render-page.ts';
import { isThere, pageList, type Page } from './page-list.ts';
import { sitePage, sitePolicy } from './site-page.ts';

/** GET /openapi.json, /postman.json and the documentation site: GET /docs, /docs/:page and their pictures. */
export function addDocs(app: FastifyInstance, context: Context): void {
  const made = new Map<string, Asset>();
  /** Renders an asset at its first request and caches it. */
  const once = (name: string, make: () => Asset): Asset => {
    const asset = made.get(name) ?? make();
    made.set(name, asset);
    return asset;
  };
  const programs = {
    '/openapi.json': () => openApiDocument(context.baseUrl),
    '/postman.json': () => postmanCollection(openApiDocument(context.baseUrl) as unknown as PublishedDocument),
  };
  for (const [path, make] of Object.entries(programs)) {
    app.get(path, (request, reply) => {
      const document = once(path, () => textAsset('application/json; charset=utf-8', JSON.stringify(make())));
      return sendAsset(request, reply.header('access-control-allow-origin', '*'), document, 300);
    });
  }
  const show = (page: Page | undefined, request: FastifyRequest, reply: FastifyReply) => {
    if (!page || !isThere(page)) return sendError(reply, 'NOT_FOUND');
    const type = 'text/html; charset=utf-8';
    const document = once(page.slug, () => textAsset(type, sitePage(page, drawPage(page, context.baseUrl))));
    reply.headers({ 'content-security-policy': sitePolicy(), 'referrer-policy': 'same-origin' });
    return sendAsset(request, reply, document, 0);
  };
  app.get('/docs', (request, reply) => show(pageList[0]!.pages[0], request, reply));
  app.get<{ Params: { page: string } }>('/docs/:page', (request, reply) =>
    show(pages.get(request.params.page), request, reply),
  );
  app.get<{ Params: { folder: string; picture: string } }>('/docs/:folder/:picture', (request, reply) => {
    const file = pictures.get(`/docs/${request.params.folder}/${request.params.picture}`);
    if (file === undefined) return sendError(reply, 'NOT_FOUND');
    const picture = once(file, () => builtAsset('image/png', readFileSync(file)));
    return sendAsset(request, reply, picture, 3600);
  });
}
