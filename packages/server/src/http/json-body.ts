import { issueAt, type Issue } from '@retoma/commerce';
import type { FastifyRequest } from 'fastify';

/** CHK2: the raw bytes of a JSON body, or the violation that becomes 415: it has no Content-Type, or is compressed. */
export function plainBody({ headers, body }: FastifyRequest): Buffer | Issue {
  const encoding = headers['content-encoding']?.trim() ?? '';
  if (encoding !== '' && encoding.toLowerCase() !== 'identity')
    return issueAt([], 'unsupported_content_encoding', { got: encoding });
  if (headers['content-type'] === undefined) return issueAt([], 'unsupported_media_type');
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
