import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { networkOf } from '../../auth/throttle.ts';
import { isPublicAddress } from '../../platform/address-policy.ts';
import { sendError } from '../errors.ts';
import { countCaller } from './api-key.ts';

/** What is answered where an address asked too often; the headers are there already. */
type TooMany = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * CHK9: a hook for what is asked without a key: counts the address that asks. Behind a proxy of the same machine or network that is not in
 * TRUSTED_PROXIES every shopper has that proxy's address, so there none is counted: a busy day of a store must not refuse its shoppers.
 * A peer on the public internet is counted whatever it says of itself.
 */
export function limitAddress(
  context: Context,
  refuse: TooMany = (_request, reply) => sendError(reply, 'RATE_LIMITED'),
): (request: FastifyRequest, reply: FastifyReply, done: () => void) => void {
  return (request, reply, done) => {
    if (!isNetworkKnown(context, request) || countCaller(context, `address ${networkOf(request.ip)}`, reply)) done();
    else void refuse(request, reply);
  };
}

/** The network that sent a request, as it is counted; undefined where it is not known. */
export const networkIn = (context: Context, request: FastifyRequest): string | undefined =>
  isNetworkKnown(context, request) ? networkOf(request.ip) : undefined;

/** Whether the address of a request is its sender's, and not that of a proxy between them. */
export const isNetworkKnown = ({ config }: Context, request: FastifyRequest): boolean =>
  config.trustedProxies.length > 0 || !isForwarded(request) || isPublicAddress(request.ip);

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
