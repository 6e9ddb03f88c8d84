import { errorCodes, issueAt, limits, type ErrorCode, type Issue } from '@retoma/commerce';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { markRefusedAccess } from './guards/refused-access.ts';

/** The documented error body: `success`, and `error` with `code`, `message` and, where there are any, `details.issues` (CHK4). */
export type ErrorBody = {
  success: false;
  error: { code: ErrorCode; message: string; details?: { issues: Issue[] } };
};

/** The body for a code; with violations the message has the first of them. */
export function errorBody(code: ErrorCode, issues: readonly Issue[] = []): ErrorBody {
  if (issues.length === 0) return { success: false, error: { code, message: errorCodes[code].en } };
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see details.issues)` : '';
  return { success: false, error: { code, message: issues[0]!.message + more, details: { issues: [...issues] } } };
}

/** Responds with the documented error body; `status` where a layer below is more exact than the code (CHK2). */
export function sendError(
  reply: FastifyReply,
  code: ErrorCode,
  { issues, status }: { issues?: readonly Issue[] | undefined; status?: number } = {},
): FastifyReply {
  return sendRefusal(reply, status ?? errorCodes[code].status, errorBody(code, issues).error);
}

/** Sends the error body of a code of another area; more members follow its message. */
export const sendRefusal = (
  reply: FastifyReply,
  status: number,
  error: { readonly code: string; readonly message: string; readonly [more: string]: unknown },
): FastifyReply => {
  if (status === 403) markRefusedAccess(reply.request, error.code);
  return reply.code(status).send({ success: false, error });
};

/** What Fastify itself refuses before a handler runs, in our words. */
const refusals: Record<string, { status: number; issue: Issue }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, issue: issueAt([], 'unsupported_media_type') },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, issue: issueAt([], 'malformed_request') },
  FST_ERR_BAD_URL: { status: 400, issue: issueAt([], 'malformed_request') },
};

const tooLarge = ({ routeOptions }: FastifyRequest): { status: number; issue: Issue } => ({
  status: 413,
  issue: issueAt([], 'body_too_large', { limit: routeOptions.bodyLimit ?? limits.bodyBytes }),
});

/** The last resort of every route: a refusal of Fastify's becomes ours, anything else is our fault and is logged. */
export function errorHandler({ log }: Context) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge(request) : refusals[error.code];
    if (refusal) {
      sendError(reply, 'INVALID_PAYLOAD', { issues: [refusal.issue], status: refusal.status });
      return;
    }
    if (request.raw.destroyed && !request.raw.complete) return; // the caller hung up half-way
    log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed');
    sendError(reply, 'INTERNAL_ERROR');
  };
}
