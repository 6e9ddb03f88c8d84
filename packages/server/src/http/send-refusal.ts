import { pickLocale } from '@retoma/pay';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './errors.ts';
import { markRefusedAccess } from './refused-access.ts';
import { panelCodes, type PanelRefusal } from '../codes.ts';

/** Responds with a refusal in the language of the request. Refused access is logged and counted (AUT3). */
export function sendPanelRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, retryAfter, details, body }: PanelRefusal,
): FastifyReply {
  const locale = pickLocale(request.headers['accept-language']);
  const { status } = panelCodes[code];
  if (status === 401 || status === 403 || status === 429) markRefusedAccess(request, code);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (body) return reply.code(status).send(body(locale));
  const message = panelCodes[code][locale];
  return sendRefusal(reply, status, { code, message, ...(details && { details }) });
}
