import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/** Adds a hook to the public API's scope: records route, status and error code of every call with an API key. */
export function noteCalls(app: FastifyInstance, { apiCalls }: Context): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { apiKey, method } = request;
    if (apiKey) {
      const { storeId, keyId } = apiKey;
      const { statusCode: status } = reply;
      const code = status >= 400 ? codeIn(payload) : null;
      apiCalls.note({
        storeId,
        keyId,
        method,
        route: routeOf(request.routeOptions.url),
        status,
        code,
        requestId: request.id,
      });
    }
    done();
  });
}

/** The documented route, also when an alias was called. */
const routeOf = (url = ''): string => url.replace(/^\/api(?=\/)/, '');

/** The code in an error body; INTERNAL_ERROR if there is none. */
function codeIn(payload: unknown): string {
  const found = typeof payload === 'string' ? /"code":"([A-Z_]{1,50})"/.exec(payload.slice(0, 500))?.[1] : undefined;
  return found ?? 'INTERNAL_ERROR';
}
