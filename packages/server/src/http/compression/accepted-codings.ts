import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** A content coding that a response can have; `identity` is the body as it is. */
export type Coding = 'br' | 'gzip' | 'identity';

/**
 * What the Accept-Encoding of a request accepts, best first (RFC 9110, 12.5.3); `preferred` decides where it likes several equally.
 * Without the header `identity` alone: such clients decode nothing. A header that accepts none of ours is ignored, since a readable
 * body is worth more than a 406.
 */
export function acceptedCodings(
  request: Pick<FastifyRequest, 'headers'>,
  preferred: readonly Coding[],
): readonly Coding[] {
  const accepted = new Negotiator(request).encodings(preferred, { preferred }) as Coding[];
  return accepted.length > 0 ? accepted : ['identity'];
}
