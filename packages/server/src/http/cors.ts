import type { FastifyInstance, HTTPMethods } from 'fastify';
import { sendError } from './errors.ts';

/** CHK8: headers of every response. Any site may call, without cookies. Errors have them too, since pages must be able to read these. */
const everyAnswer = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy, idempotency-replayed',
};

// A page may send a cart that the store's server has signed (CHK11), so that header is allowed too.
const preflight = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'Content-Type, x-api-key, Idempotency-Key, x-cart-signature, x-request-id',
  'access-control-max-age': '86400',
};

/** Adds a hook to a scope: any origin may read its responses (CHK8). */
export function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(everyAnswer);
    done();
  });
}

/** Responds to preflights of an address (CHK8). They carry no key, so none is required. */
export function answerPreflights(app: FastifyInstance, url: string): void {
  app.options(url, (_request, reply) => reply.headers(preflight).code(204).send());
}

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Refuses the methods that an address does not have, with 405 and those that it has. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  app.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url,
    exposeHeadRoute: false,
    onRequest: (_request, reply) => void sendError(reply.header('allow', allowed.join(', ')), 'METHOD_NOT_ALLOWED'),
    handler: () => undefined,
  });
}
