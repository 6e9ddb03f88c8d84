import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { networkOf } from '../../members/throttle.ts';
import { sendError } from '../../http/errors.ts';
import { isNetworkKnown } from './address-limit.ts';

const callerOf = ({ ip }: FastifyRequest): string => `forged ${networkOf(ip)}`;

/** CHK9: whether a network may send another webhook. False: it sent too many forged ones, and the refusal was sent. */
export function mayBeGenuine(context: Context, request: FastifyRequest, reply: FastifyReply): boolean {
  const { limits, clock, metrics } = context;
  if (limits.requests?.allows(callerOf(request), clock()) !== false) return true;
  metrics.rateLimited.inc();
  sendError(reply.header('retry-after', Math.max(1, Math.ceil(limits.requests.unitMs / 1000))), 'RATE_LIMITED');
  return false;
}

/** CHK9: counts a forged webhook against the network that sent it, never against the account or connection it names. */
export function countForged(context: Context, request: FastifyRequest): void {
  if (isNetworkKnown(context, request)) context.limits.requests?.take(callerOf(request), context.clock());
}
