import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** A content coding that a response can have; `identity` is the uncompressed body. */
export type Coding = 'br' | 'gzip' | 'identity';

/**
 * The codings that the Accept-Encoding of a request accepts, best first (RFC 9110, 12.5.3); `preferred` decides between equal qualities.
 * Without the header only `identity`: such clients decode nothing. A header that accepts none of our codings is ignored, since a readable
 * body is better than a 406.
 */
export function acceptedCodings(
  request: Pick<FastifyRequest, 'headers'>,
  preferred: readonly Coding[],
): readonly Coding[] {
  const accepted = new Negotiator(request).encodings(preferred, { preferred }) as Coding[];
  return accepted.length > 0 ? accepted : ['identity'];
}
