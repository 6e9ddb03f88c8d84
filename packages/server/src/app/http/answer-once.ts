// API7: requests with an Idempotency-Key.
//
// INV1. A name is claimed before its request is carried out, and its response is stored after: of concurrent requests one is carried out.
// INV2. A refused or failed request frees its name. One whose process ended holds it for 2 minutes; then a repetition is carried out, which
//     changes an order as a first request would: a refund is continued under the id that follows from the name (COM46).
import { hash } from 'node:crypto';
import { issueAt } from '@retoma/commerce';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { seal, unseal } from '../../base/crypto/seal.ts';
import type { Context } from '../../context.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import {
  idempotencyKeyBegin,
  idempotencyKeyEnd,
  idempotencyKeyFind,
  idempotencyKeyFree,
  type IdempotentRequest,
} from '../../stores/queries/idempotency-keys.ts';

type KeptResponse = { readonly status: number; readonly body: object };

/** Carries out a request once for its Idempotency-Key; without one, each time. `handle` gets the id of the request, if it has a key. */
export async function answerOnce(
  { db, credentialsKey }: Pick<Context, 'db' | 'credentialsKey'>,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  handle: (requestId: string | undefined) => Promise<object>,
): Promise<object> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return handle(undefined);
  if (typeof key !== 'string' || !/^.{1,255}$/su.test(key)) {
    const issue = {
      ...issueAt(['idempotency-key'], 'invalid_header', { expected: '1 to 255 characters' }),
      pointer: '',
    };
    return { ok: false, code: 'INVALID_PAYLOAD', issues: [issue] };
  }
  const named = namedBy(request, key, body);
  if (!(await idempotencyKeyBegin(db, named))) {
    const earlier = await idempotencyKeyFind(db, named);
    if (!earlier) return { ok: false, code: 'IDEMPOTENCY_IN_PROGRESS' };
    if (!earlier.sha256.equals(named.sha256)) return { ok: false, code: 'IDEMPOTENCY_KEY_REUSED' };
    if (earlier.response === '') return { ok: false, code: 'IDEMPOTENCY_IN_PROGRESS' };
    const stored = unseal(credentialsKey, named.name, Buffer.from(earlier.response, 'base64')) as KeptResponse;
    reply.code(stored.status).header('idempotency-replayed', 'true');
    return stored.body;
  }
  let answer: object | undefined;
  try {
    answer = await handle(idFollowing(named));
  } finally {
    if (!answer || ('ok' in answer && answer.ok === false)) await idempotencyKeyFree(db, named);
  }
  if (!('ok' in answer)) {
    const stored: KeptResponse = { status: reply.statusCode, body: answer };
    await idempotencyKeyEnd(db, named, seal(credentialsKey, named.name, stored).toString('base64'));
  }
  return answer;
}

/** A key counts for one API key. The request is its address and its body. */
function namedBy(request: FastifyRequest, key: string, body: unknown): IdempotentRequest {
  const { storeId } = storeOf(request);
  const path = request.url.split('?', 1)[0]!.replace(/^\/api(?=\/)|\/$/g, '');
  const content = Buffer.concat([Buffer.from(`${path}\n`), Buffer.isBuffer(body) ? body : Buffer.alloc(0)]);
  return {
    storeId,
    name: `api ${hash('sha256', `${request.apiKey?.keyId ?? ''} ${key}`, 'base64url')}`,
    sha256: hash('sha256', content, 'buffer'),
  };
}

/** An id that follows from the name of a request. */
function idFollowing({ storeId, name }: IdempotentRequest): string {
  const hex = hash('sha256', `${storeId} ${name}`, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
