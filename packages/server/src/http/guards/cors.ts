import type { FastifyReply } from 'fastify';

/** CHK8: any site may call, no cookies are involved; also on errors, since a page must be able to read them. */
const everyAnswer = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy, idempotency-replayed',
};

// A page may send on a cart that its server has signed (CHK11), so that header is allowed too.
const preflight = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'Content-Type, x-api-key, Idempotency-Key, x-cart-signature',
  'access-control-max-age': '86400',
};

/** Lets any origin read the answer. */
export const allowAnyOrigin = (reply: FastifyReply): FastifyReply => reply.headers(everyAnswer);

/** Responds to a preflight (CHK8). It carries no key, so none is asked for. */
export const answerPreflight = (reply: FastifyReply): FastifyReply =>
  allowAnyOrigin(reply).headers(preflight).code(204).send();
