import type { ApiScope } from '@retoma/commerce';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Context } from '../../context.ts';
import { keysOf } from '../../base/crypto/derive-keys.ts';
import { isSignedWebhook } from '../../base/crypto/webhook-signature.ts';
import { isId } from '../../base/ids.ts';
import { sendError } from '../../http/errors.ts';
import { requireApiKey, withinRate } from './api-key.ts';

/**
 * COM6: an event needs a secret key or a signed body. A key is checked before the body is read (CHK1); a signature covers the body, so
 * `admitSigned` checks it later.
 */
export function requireEventSender(context: Context, scope: ApiScope): onRequestHookHandler {
  const guard = requireApiKey(context, 'secret', scope);
  return function (request, reply, done) {
    if (isSigned(request)) done();
    else guard.call(this, request, reply, done);
  };
}

/** Whether a request is authenticated by its signature. If a key was sent, only the key counts. */
const isSigned = ({ headers }: FastifyRequest): boolean =>
  !headers['x-api-key'] && headers['webhook-signature'] !== undefined;

/**
 * Checks a signed request, in the order of CHK1: signature, rate, store, active. Sets the store and returns true, or sends the refusal and
 * returns false. Returns true at once if the request is authenticated by a key.
 */
export async function admitSigned(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  raw: Buffer,
): Promise<boolean> {
  if (!isSigned(request)) return true;
  const storeId = (request.query as { store?: unknown }).store;
  const id = request.headers['webhook-id'];
  const timestamp = request.headers['webhook-timestamp'];
  const signature = request.headers['webhook-signature'];
  const named = typeof storeId === 'string' && isId(storeId) ? storeId.toLowerCase() : undefined;
  const now = context.clock();
  if (
    named === undefined ||
    typeof id !== 'string' ||
    typeof timestamp !== 'string' ||
    typeof signature !== 'string' ||
    !keysOf(context.webhookKeyOf(named)).some((key) => isSignedWebhook(key, { id, timestamp, signature }, raw, now))
  ) {
    sendError(reply, 'INVALID_SIGNATURE');
    return false;
  }
  if (!withinRate(context, `webhook ${named}`, reply)) return false;
  const store = await context.directory.find(named);
  if (!store?.active) {
    sendError(reply, store ? 'STORE_INACTIVE' : 'STORE_NOT_FOUND');
    return false;
  }
  request.store = store;
  return true;
}
