import { describeReason } from '@retoma/flow';
import { pickLocale } from '@retoma/pay';
import type { FastifyRequest } from 'fastify';

/** Says what a reason means in the language of whoever asks; a code that we have no words for stands as it is. */
export function reasonText(request: FastifyRequest): (reason: string) => string {
  const locale = pickLocale(request.headers['accept-language']);
  return (reason) => describeReason(reason, locale) ?? reason;
}
