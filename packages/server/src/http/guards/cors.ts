import type { FastifyReply } from 'fastify';

/** CHK8: headers of every response. Any site may call, without cookies. Errors have them too, since pages must be able to read these. */
const everyAnswer = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy, idempotency-replayed',
};

// A page may send a cart that the store's server has signed (CHK11), so that header is allowed too.
const preflight = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'Content-Type, x-api-key, Idempotency-Key, x-cart-signature',
  'access-control-max-age': '86400',
};

/** Lets any origin read the response. */
export const allowAnyOrigin = (reply: FastifyReply): FastifyReply => reply.headers(everyAnswer);

/** Responds to a preflight (CHK8). Preflights carry no key, so none is required. */
export const answerPreflight = (reply: FastifyReply): FastifyReply =>
  allowAnyOrigin(reply).headers(preflight).code(204).send();
