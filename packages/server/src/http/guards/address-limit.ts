import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { networkOf } from '../../people/throttle.ts';
import { sendError } from '../errors.ts';
import { countCaller } from './api-key.ts';

/** What is answered where an address asked too often; the headers are there already. */
type TooMany = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * A9: a hook for what is asked without a key: counts the address that asks. Behind a proxy that nobody told us to trust all of the world
 * has that proxy's address, so there nobody is counted: a busy day of a store must not shut its shoppers out.
 */
export function limitAddress(
  context: Context,
  refuse: TooMany = (_request, reply) => sendError(reply, 'RATE_LIMITED'),
): (request: FastifyRequest, reply: FastifyReply, done: () => void) => void {
  return (request, reply, done) => {
    const isKnown = context.config.trustedProxies.length > 0 || !isForwarded(request);
    if (!isKnown || countCaller(context, `address ${networkOf(request.ip)}`, reply)) done();
    else void refuse(request, reply);
  };
}

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
