import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedCodings, type Coding } from './accepted-codings.ts';
import { compress } from './compress.ts';

/** Bodies with fewer characters are not compressed: they fit into one packet anyway. */
const minLength = 1024;

/** A page of 21 KB: gzip level 6 makes 6.0 KB in 0.35 ms, Brotli level 4 makes 6.1 KB in 0.57 ms. */
const preferred: readonly Coding[] = ['gzip', 'br', 'identity'];

/** Hook `onSend`: compresses responses that are texts. Streams, such as server-sent events, and bytes stay unchanged. */
export async function compressResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string') return payload;
  reply.header('vary', 'accept-encoding');
  const accepted = acceptedCodings(request, preferred);
  const coding = accepted[0]!;
  if (coding === 'identity' || (payload.length < minLength && accepted.includes('identity'))) return payload;
  reply.header('content-encoding', coding);
  return compress(payload, coding, 'dynamic');
}

/**
 * Like `compressResponse`, for the panel's API, where browsers send the session cookie by themselves. It compresses only responses to
 * requests with the panel's own header, which no other site can send. So no attacker can measure a secret by the compressed length of a
 * response that also contains chosen text (BREACH).
 */
export async function compressPanelResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  return request.headers['x-retoma-panel'] === '1' ? compressResponse(request, reply, payload) : payload;
}
