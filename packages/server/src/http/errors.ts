import { issueAt, limits, type Issue } from '@retoma/commerce';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { markRefusedAccess } from './refused-access.ts';
import { publicCodes, type PublicCode } from './public-codes.ts';
import type { ErrorResponse } from './responses.ts';

/** The documented error body: `success`, and `error` with `code`, `message` and, if there are issues, `details.issues` (CHK4). */
export type ErrorBody = z.infer<typeof ErrorResponse>;

/** What an error body says besides its code. */
type ErrorDetails = { readonly issues?: readonly Issue[] | undefined; readonly accepted?: readonly string[] };

/** The body for a code. With issues, the message is that of the first one. */
export function errorBody(code: PublicCode, { issues = [], accepted }: ErrorDetails = {}): ErrorBody {
  if (accepted) {
    const message = publicCodes[code].en.replace('{accepted}', accepted.join(', '));
    return { success: false, error: { code, message, accepted: [...accepted] } };
  }
  if (issues.length === 0) return { success: false, error: { code, message: publicCodes[code].en } };
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see details.issues)` : '';
  return { success: false, error: { code, message: issues[0]!.message + more, details: { issues: [...issues] } } };
}

/** Responds with the documented error body. `status` replaces that of the code if the cause is known more exactly (CHK2). */
export function sendError(
  reply: FastifyReply,
  code: PublicCode,
  { status, ...details }: ErrorDetails & { readonly status?: number } = {},
): FastifyReply {
  return sendRefusal(reply, status ?? publicCodes[code].status, errorBody(code, details).error);
}

/** Sends an error body with any code; `error` may have more members. Marks a 403 as refused access. */
export const sendRefusal = (
  reply: FastifyReply,
  status: number,
  error: { readonly code: string; readonly message: string; readonly [more: string]: unknown },
): FastifyReply => {
  if (status === 403) markRefusedAccess(reply.request, error.code);
  return reply.code(status).send({ success: false, error });
};

/** Status and issue for requests that Fastify refuses before a handler runs. */
const refusals: Record<string, { status: number; issue: Issue }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, issue: issueAt([], 'unsupported_media_type') },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, issue: issueAt([], 'wrong_framing') },
  FST_ERR_BAD_URL: { status: 400, issue: issueAt([], 'malformed_address') },
};

const tooLarge = ({ routeOptions }: FastifyRequest): { status: number; issue: Issue } => ({
  status: 413,
  issue: issueAt([], 'body_too_large', { limit: routeOptions.bodyLimit ?? limits.bodyBytes }),
});

/** CHK26: how long a client should wait before it repeats a request that failed because the database was away, in seconds. */
export const retryAfterS = 5;

/** The error handler of every route. A refusal of Fastify becomes one of ours; any other error is logged and becomes INTERNAL_ERROR. */
export function errorHandler({ log, isDatabaseAway }: Context) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge(request) : refusals[error.code];
    if (refusal) {
      sendError(reply, 'INVALID_PAYLOAD', { issues: [refusal.issue], status: refusal.status });
      return;
    }
    if (request.raw.destroyed && !request.raw.complete) return; // the client aborted the request
    log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed');
    if (isDatabaseAway(error)) reply.header('retry-after', retryAfterS);
    sendError(reply, 'INTERNAL_ERROR');
  };
}
