import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { sendAsset } from '../../../http/compression/asset.ts';
import { sendError } from '../../../http/errors.ts';
import { readPanelFiles } from './panel-files.ts';

/**
 * Scripts and fonts come only from the panel. Inline styles are allowed, since the UI kit sets sizes that it computes in the page. Pictures
 * may come from a store's own site. The preview of an e-mail is a frame without scripts.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "media-src 'self' https:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The response to a program at `/`. */
const places = { success: true, panel: '/panel', docs: '/docs', openapi: '/openapi.json' };

/** Whether a request wants a page: browsers accept `text/html` when they open a URL; programs accept JSON or anything. */
const asksForPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;

/**
 * GET /panel and below: the built panel. A path without a file gets the page, whose script chooses what to show. GET / redirects browsers
 * to it.
 */
export function addPanelPages(app: FastifyInstance, { panel }: Context): void {
  if (panel === undefined || !existsSync(path.join(panel, 'index.html'))) return;
  const files = readPanelFiles(panel);
  const page = files.get('index.html')!;
  void app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers({
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        // A site that opened the panel gets no reference to its window.
        'cross-origin-opener-policy': 'same-origin',
      });
      next();
    });
    scope.get('/', (request, reply) => {
      reply.header('vary', 'accept');
      return asksForPage(request) ? reply.redirect('/panel', 302) : reply.send(places);
    });
    scope.get('/panel', (request, reply) => sendAsset(request, reply, page, 0));
    scope.get('/panel/*', (request, reply) => {
      const name = (request.params as { '*': string })['*'];
      const isAsset = name.startsWith('assets/');
      if (name.startsWith('api/')) return sendError(reply, 'NOT_FOUND');
      const file = files.get(name);
      // A page instead of a missing script would cause an error that is hard to understand.
      if (!file && isAsset) return sendError(reply, 'NOT_FOUND');
      // The name of an asset changes with its content. The page that refers to them is revalidated each time.
      return sendAsset(request, reply, file ?? page, isAsset ? 'immutable' : 0);
    });
    done();
  });
}
