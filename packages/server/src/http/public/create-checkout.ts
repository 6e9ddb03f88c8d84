import { issueAt } from '@retoma/commerce';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCheckout } from '../../checkouts/create-checkout.ts';
import type { Context } from '../../context.ts';
import { sendError } from '../errors.ts';
import { requireApiKey, storeOf } from '../guards/api-key.ts';
import { limitBytes, withinBytesRead } from '../guards/byte-limit.ts';
import { plainBody } from '../json-body.ts';
import type { Resource } from '../resource.ts';

/** POST /stores/external/checkout: one request, one checkout (specification A; decisions A1 to A11). */
export function createCheckoutResource(context: Context): NonNullable<Resource['POST']> {
  const guard = requireApiKey(context, 'checkout');
  const count = limitBytes(context);
  return {
    onRequest: (request, reply, done) =>
      guard.call(request.server, request, reply, (error?: Error) => {
        // A11: a cart that should have been signed is refused before its body is read.
        if (!error && storeOf(request).signedCartsOnly && request.headers['x-cart-signature'] === undefined) {
          sendError(reply, 'UNSIGNED_CART');
        } else if (error) done(error);
        else count.call(request.server, request, reply, done);
      }),
    handler: (request, reply) => handle(context, request, reply),
  };
}

async function handle(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const raw = plainBody(request);
  if (!raw) {
    return sendError(reply, 'INVALID_PAYLOAD', { issues: [issueAt([], 'unsupported_media_type')], status: 415 });
  }
  if (!withinBytesRead(context, request, reply, raw)) return reply;
  const created = await createCheckout(context, {
    store: storeOf(request),
    raw,
    signature: singleHeader(request.headers['x-cart-signature']),
    idempotencyKey: singleHeader(request.headers['idempotency-key']),
  });
  if (!created.ok) return sendError(reply, created.code, { issues: created.issues });
  if (created.replayed) reply.header('idempotency-replayed', 'true');
  return reply.code(201).header('content-type', 'application/json; charset=utf-8').send(created.response);
}

const singleHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;
