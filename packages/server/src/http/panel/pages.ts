import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { sendAsset } from '../compression/asset.ts';
import { sendError } from '../errors.ts';
import { readPanelFiles } from './panel-files.ts';

/**
 * Scripts, styles and fonts are the panel's own. Styles may be in the page, which the kit needs for sizes that are known only there;
 * pictures may come from a store's own site; a preview of an e-mail is a frame without scripts.
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

/** What a program reads at the address of the service itself. */
const places = { success: true, panel: '/panel', docs: '/docs', openapi: '/openapi.json' };

/** A browser that opens an address names HTML first; programs name JSON, or anything. */
const asksForPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;

/**
 * GET /panel and below: the built panel. Whatever is no file of it is a page, which its own script finds. GET / redirects browsers
 * there.
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
        // A site that opened the panel holds no handle of its window.
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
      // A page that stands where a script was asked for is an error that is hard to understand.
      if (!file && isAsset) return sendError(reply, 'NOT_FOUND');
      // The name of an asset is its content; the page that names them is asked for each time.
      return sendAsset(request, reply, file ?? page, isAsset ? 'immutable' : 0);
    });
    done();
  });
}
