import type { FastifyRequest } from 'fastify';

/** CHK2: the bytes of a JSON body as they came; undefined where there is no Content-Type or the body is compressed, which is 415. */
export function plainBody({ headers, body }: FastifyRequest): Buffer | undefined {
  const encoding = headers['content-encoding'];
  if (headers['content-type'] === undefined || (encoding !== undefined && encoding !== 'identity')) return undefined;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
