import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { allowAnyOrigin, answerPreflight } from './guards/cors.ts';
import { sendError } from './errors.ts';

/** One resource of the public API: its handler for each method. */
export type Resource = Partial<
  Record<'GET' | 'POST', Pick<RouteOptions, 'handler' | 'onRequest' | 'onSend' | 'bodyLimit'>>
>;

const others: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Registers a resource at `path` and at its alias below `/api`, with the same handlers. Preflights get their response (CHK8), and other
 * methods get 405.
 */
export function addResource(app: FastifyInstance, path: string, resource: Resource): void {
  const allow = [...Object.keys(resource), 'OPTIONS'].join(', ');
  for (const url of [path, `/api${path}`]) {
    for (const method of others) {
      const route = resource[method as keyof Resource];
      app.route({
        method,
        url,
        exposeHeadRoute: false,
        ...(route ?? {
          onRequest: (_request, reply) => void sendError(reply.header('allow', allow), 'METHOD_NOT_ALLOWED'),
          handler: () => undefined,
        }),
      });
    }
    app.options(url, (_request, reply) => answerPreflight(reply));
  }
}

/** Adds a hook to the scope of the resources: any origin may read their responses (CHK8). */
export function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    allowAnyOrigin(reply);
    done();
  });
}
