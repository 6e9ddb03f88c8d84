import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/** Hook of the scope of the merchant's interface: notes who called what and how it was answered, of every call that came with a key of ours. */
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

/** As it is documented, whichever alias was called. */
const routeOf = (url = ''): string => url.replace(/^\/api(?=\/)/, '');

/** The code of a refusal of ours. */
function codeIn(payload: unknown): string {
  const found = typeof payload === 'string' ? /"code":"([A-Z_]{1,50})"/.exec(payload.slice(0, 500))?.[1] : undefined;
  return found ?? 'INTERNAL_ERROR';
}
