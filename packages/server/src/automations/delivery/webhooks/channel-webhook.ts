import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Context } from '../../../context.ts';
import { isId } from '../../../base/ids.ts';
import { receiveWebhook } from '../inbound/receive-webhook.ts';
import { sendError } from '../../../http/errors.ts';
import { countForged, mayBeGenuine } from '../../../stores/guards/forged-limit.ts';
import { admitLargeBodies, anyBody, largeBody } from './large-body.ts';
import { addWebhooks, webhookIn } from '../../../http/raw-webhook.ts';

type Address = { Params: { connectionId: string; secret?: string; event?: string } };

/**
 * GET and POST /webhooks/channels/:connectionId, and …/:secret for providers without signatures, where some append the name of their event: a
 * channel provider reports statuses and replies. Webhooks come as fast as messages are sent, and some are not retried, so the rate of genuine ones is not limited; forged ones
 * are limited by address (CHK9).
 */
export function addChannelWebhook(app: FastifyInstance, context: Context): void {
  addWebhooks(app, (scope) => {
    const route = { method: ['GET', 'POST'], exposeHeadRoute: false } satisfies Partial<RouteOptions>;
    const handler = (request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> =>
      handle(context, request, reply);
    const address = '/webhooks/channels/:connectionId';
    scope.route<Address>({ ...route, url: address, bodyLimit: anyBody, handler });
    const onRequest = admitLargeBodies(context);
    for (const url of [`${address}/:secret`, `${address}/:secret/:event`]) {
      scope.route<Address>({ ...route, url, bodyLimit: largeBody, onRequest, handler });
    }
  });
}

async function handle(context: Context, request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
  const { connectionId } = request.params;
  if (!isId(connectionId)) return sendError(reply, 'NOT_FOUND');
  if (!mayBeGenuine(context, request, reply)) return reply;
  const received = await receiveWebhook(context, connectionId.toLowerCase(), {
    method: request.method === 'GET' ? 'GET' : 'POST',
    // The URL that the owner was given: a proxy may use another host name, and some providers sign the URL.
    url: context.baseUrl + request.url,
    ...webhookIn(request),
    now: context.clock(),
  });
  context.metrics.webhooks.inc({ of: 'channels', outcome: received.ok ? 'accepted' : received.code.toLowerCase() });
  if (!received.ok) {
    countForged(context, request);
    return sendError(reply, received.code);
  }
  reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  return reply.type('text/plain; charset=utf-8').send(received.answer ?? '');
}
