import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Context } from '../../context.ts';
import { sendError } from '../../http/errors.ts';

/** CHK9: a hook after the API key guard. It counts a body by its Content-Length, before the body is read. */
export function limitBytes(context: Context): onRequestHookHandler {
  return (request, reply, done) => {
    if (withinBytes(context, request, reply, Number(request.headers['content-length']) || 0)) done();
  };
}

/** CHK9: counts a body that came without Content-Length (`Transfer-Encoding: chunked`). False: the refusal was sent. */
export const withinBytesRead = (context: Context, request: FastifyRequest, reply: FastifyReply, raw: Buffer): boolean =>
  request.headers['content-length'] !== undefined || withinBytes(context, request, reply, raw.length);

/** CHK9: counts bytes against the limits of the store and of its key or its signature. False: the refusal was sent. */
export function withinBytes(
  { limits, clock, metrics }: Context,
  { apiKey, store }: FastifyRequest,
  reply: FastifyReply,
  bytes: number,
): boolean {
  if (!store || bytes === 0) return true;
  const { storeId } = store;
  const now = clock();
  const refuse = (limit: 'bytes' | 'store_bytes', retryAfter: number): false => {
    metrics.abuseLimited.inc({ limit });
    sendError(reply.header('retry-after', retryAfter), 'RATE_LIMITED');
    return false;
  };
  const caller = apiKey ? apiKey.storeId + apiKey.keyId : `signature ${storeId}`;
  if (limits.bytes?.allows(caller, now, bytes) === false) {
    return refuse('bytes', limits.bytes.take(caller, now, bytes).retryAfter);
  }
  const ofStore = limits.storeBytes?.take(storeId, now, bytes);
  if (ofStore?.allowed === false) return refuse('store_bytes', ofStore.retryAfter);
  limits.bytes?.take(caller, now, bytes);
  return true;
}
