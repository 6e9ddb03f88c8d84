import { describeReason } from '@retoma/flow';
import { pickLocale } from '@retoma/pay';
import type { FastifyRequest } from 'fastify';

/** Returns a function that gives a reason's text in the language of the request; a code without a text is returned unchanged. */
export function reasonText(request: FastifyRequest): (reason: string) => string {
  const locale = pickLocale(request.headers['accept-language']);
  return (reason) => describeReason(reason, locale) ?? reason;
}
