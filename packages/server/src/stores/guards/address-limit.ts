import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { networkOf } from '../../members/throttle.ts';
import { isPublicAddress } from '../../base/net/address-policy.ts';
import { sendError } from '../../http/errors.ts';
import { countCaller } from './api-key.ts';

/** Sends the response to an address with too many requests. The rate limit headers are set already. */
type TooMany = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * CHK9: a hook that limits requests without a key by the network of their address. Behind a proxy on the same machine or in a private
 * network that is not in TRUSTED_PROXIES, all shoppers have the proxy's address. Their requests are not counted, so that a busy day of a
 * store does not refuse its shoppers. A peer on the public internet is counted whatever forwarding headers it sends.
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

/** The network that sent a request, as it is counted; undefined if it is not known. */
export const networkIn = (context: Context, request: FastifyRequest): string | undefined =>
  isNetworkKnown(context, request) ? networkOf(request.ip) : undefined;

/** Whether the address of a request is that of its sender, and not that of a proxy in between. */
export const isNetworkKnown = ({ config }: Context, request: FastifyRequest): boolean =>
  config.trustedProxies.length > 0 || !isForwarded(request) || isPublicAddress(request.ip);

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
