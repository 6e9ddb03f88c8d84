import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isId } from '../../platform/ids.ts';
import { handlePaymentWebhook } from '../../orders/payments/handle-payment-webhook.ts';
import { sendError } from '../errors.ts';
import { countCaller } from '../guards/api-key.ts';
import { countForged, mayBeGenuine } from '../guards/forged-limit.ts';

/** The limit of a body, in bytes; larger than any provider's. The payment is looked up, so the content of a body is not trusted. */
const bodyLimit = 64 * 1024;

/** POST /webhooks/payments/:accountId: a payment provider reports that something happened. */
export function addPaymentWebhook(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    // Providers send any content type, and their signatures cover the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.post<{ Params: { accountId: string } }>('/webhooks/payments/:accountId', { bodyLimit }, (request, reply) =>
      handle(context, request, reply),
    );
    done();
  });
}

async function handle(
  context: Context,
  request: FastifyRequest<{ Params: { accountId: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { accountId } = request.params;
  if (!isId(accountId)) return sendError(reply, 'NOT_FOUND');
  if (!mayBeGenuine(context, request, reply)) return reply;
  const webhook = {
    headers: textsIn(request.headers),
    query: textsIn(request.query),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    now: context.clock(),
  };
  const isWithinRate = (): boolean => countCaller(context, `payments ${accountId.toLowerCase()}`, reply);
  const received = await handlePaymentWebhook(context, accountId, webhook, isWithinRate);
  context.metrics.webhooks.inc({ of: 'payments', outcome: received.ok ? 'accepted' : received.code.toLowerCase() });
  if (received.ok) return reply.send({ success: true });
  if (received.code === 'RATE_LIMITED') return sendError(reply, 'RATE_LIMITED');
  countForged(context, request);
  return sendError(reply, received.code === 'FORGED_NOTICE' ? 'INVALID_SIGNATURE' : 'NOT_FOUND');
}

/** The members with a single value. */
const textsIn = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
