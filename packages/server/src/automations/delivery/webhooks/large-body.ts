// Who may send how much before a webhook is verified.
//
// INV1. A body above `anyBody` bytes, or of unknown length, is read only if the URL contains the connection's secret.
// INV2. At most `maxAtOnce` of these are in memory at once; a slot is released when its response or its connection ends.
import { issueAt } from '@retoma/commerce';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { hasSecretUrl } from '../inbound/has-secret-url.ts';
import { isId } from '../../../base/ids.ts';
import { sendError } from '../../../http/errors.ts';
import { countForged, mayBeGenuine } from '../../../stores/guards/forged-limit.ts';

const mebibyte = 1024 * 1024;
/** The largest body of any webhook, in bytes: Meta sends at most 3 MB, and a bounce contains the complete e-mail. */
export const anyBody = 3 * mebibyte;
/** The largest body with the connection's secret in its URL, in bytes: WhatsApp gateways may add the picture of a message. */
export const largeBody = 16 * mebibyte;
const maxAtOnce = 4;

/** A hook that admits large bodies before they are read; sends the refusal of others. */
export function admitLargeBodies(
  context: Context,
): (
  request: FastifyRequest<{ Params: { connectionId: string } }>,
  reply: FastifyReply,
) => Promise<FastifyReply | undefined> {
  let current = 0;
  return async (request, reply) => {
    const length = request.headers['content-length'];
    const isOpen = length === undefined && request.headers['transfer-encoding'] !== undefined;
    if (!isOpen && Number(length ?? 0) <= anyBody) return;
    const { connectionId } = request.params;
    if (!mayBeGenuine(context, request, reply)) return reply;
    const url = context.baseUrl + request.url;
    if (!isId(connectionId) || !(await hasSecretUrl(context, connectionId.toLowerCase(), url))) {
      countForged(context, request);
      if (isOpen) return sendError(reply, 'INVALID_SIGNATURE');
      return sendError(reply, 'INVALID_PAYLOAD', {
        status: 413,
        issues: [issueAt([], 'body_too_large', { limit: anyBody })],
      });
    }
    if (current >= maxAtOnce) return sendError(reply.header('retry-after', 5), 'RATE_LIMITED');
    // The client may have left meanwhile.
    if (request.raw.socket.destroyed) return;
    current++;
    reply.raw.once('close', () => current--);
    return;
  };
}
