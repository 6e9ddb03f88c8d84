import type { FastifyRequest } from 'fastify';

/** CHK2: the raw bytes of a JSON body; undefined, which becomes 415, if the Content-Type is missing or the body is compressed. */
export function plainBody({ headers, body }: FastifyRequest): Buffer | undefined {
  const encoding = headers['content-encoding'];
  if (headers['content-type'] === undefined || (encoding !== undefined && encoding !== 'identity')) return undefined;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
