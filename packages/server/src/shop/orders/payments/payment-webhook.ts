import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { isId } from '../../../base/ids.ts';
import { handlePaymentWebhook } from './handle-payment-webhook.ts';
import { sendError } from '../../../http/errors.ts';
import { countCaller } from '../../../stores/guards/api-key.ts';
import { countForged, mayBeGenuine } from '../../../stores/guards/forged-limit.ts';
import { addWebhooks, webhookIn } from '../../../http/raw-webhook.ts';

/** The limit of a body, in bytes; larger than any provider's. The payment is looked up, so the content of a body is not trusted. */
const bodyLimit = 64 * 1024;

type Address = { Params: { accountId: string } };

/** POST /webhooks/payments/:accountId: a payment provider reports that something happened. */
export function addPaymentWebhook(app: FastifyInstance, context: Context): void {
  addWebhooks(app, (scope) => {
    scope.post<Address>('/webhooks/payments/:accountId', { bodyLimit }, (request, reply) =>
      handle(context, request, reply),
    );
  });
}

async function handle(context: Context, request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
  const { accountId } = request.params;
  if (!isId(accountId)) return sendError(reply, 'NOT_FOUND');
  if (!mayBeGenuine(context, request, reply)) return reply;
  const webhook = { ...webhookIn(request), now: context.clock() };
  const received = await handlePaymentWebhook(context, accountId, webhook, {
    isWithinRate: () => countCaller(context, `payments ${accountId.toLowerCase()}`, reply),
    mayLookUp: (paymentId) => context.limits.unsignedWebhooks.take(paymentId, context.clock()).allowed,
  });
  context.metrics.webhooks.inc({ of: 'payments', outcome: received.ok ? 'accepted' : received.code.toLowerCase() });
  if (received.ok) return reply.send({ success: true });
  if (received.code === 'RATE_LIMITED') return sendError(reply, 'RATE_LIMITED');
  countForged(context, request);
  return sendError(reply, received.code === 'FORGED_NOTICE' ? 'INVALID_SIGNATURE' : 'NOT_FOUND');
}
