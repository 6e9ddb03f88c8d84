import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { isId } from '../../../base/ids.ts';
import { sendError } from '../../../http/errors.ts';
import { addWebhooks, webhookIn } from '../../../http/raw-webhook.ts';
import { countCaller } from '../../../stores/guards/api-key.ts';
import { countForged, mayBeGenuine } from '../../../stores/guards/forged-limit.ts';
import { connectorDepsOf, type ConnectorDeps } from '../connector-deps.ts';
import { findConnector } from '../find-connector.ts';
import { platformConnectionNamed } from '../queries/connections.ts';
import { receiveAppDelivery, receiveDelivery, type DeliveryOutcome } from '../receive-delivery.ts';
import { returnFromConsent } from './consent-return.ts';

/** CON1: the longest body, in bytes. */
const bodyLimit = 1024 * 1024;

type OfPlatform = { Params: { platform: string } };
type OfConnection = { Params: { platform: string; connectionId: string; key: string } };

/** CON1, CON10, CON11: the addresses that platforms and the browsers of their owners are sent to. */
export function addConnectorRoutes(app: FastifyInstance, context: Context): void {
  const deps = connectorDepsOf(context);
  addWebhooks(app, (scope) => {
    scope.post<OfConnection>('/connect/:platform/:connectionId/:key', { bodyLimit }, (request, reply) =>
      takeDelivery(context, deps, request, reply),
    );
    scope.post<OfPlatform>('/connect/:platform/app', { bodyLimit }, (request, reply) =>
      takeAppDelivery(context, deps, request, reply),
    );
    scope.route<OfPlatform>({
      method: ['GET', 'POST'],
      url: '/connect/:platform/return',
      bodyLimit: 64 * 1024,
      handler: (request, reply) => returnFromConsent(context, deps, request, reply),
    });
  });
}

/** POST /connect/:platform/:connectionId/:key: a webhook of a shop. Never 410, at which some senders delete their webhook. */
async function takeDelivery(
  context: Context,
  deps: ConnectorDeps,
  request: FastifyRequest<OfConnection>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { platform, connectionId, key } = request.params;
  if (!isId(connectionId) || !findConnector(platform)) return sendError(reply, 'NOT_FOUND');
  if (!mayBeGenuine(context, request, reply)) return reply;
  const address = { platform, connectionId: connectionId.toLowerCase(), key };
  const { headers, body } = webhookIn(request);
  const outcome = await receiveDelivery(deps, address, { headers, body }, () =>
    countCaller(context, `connection ${address.connectionId}`, reply),
  );
  return sendOutcome(context, request, reply, outcome);
}

/** POST /connect/:platform/app: what a platform sends to the app of this installation, whichever store it is about. */
async function takeAppDelivery(
  context: Context,
  deps: ConnectorDeps,
  request: FastifyRequest<OfPlatform>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { platform } = request.params;
  if (!mayBeGenuine(context, request, reply)) return reply;
  const { headers, body } = webhookIn(request);
  const outcome = await receiveAppDelivery(deps, platform, { headers, body }, async (shop) => {
    const found = context
      .openDbs()
      .map(async (db) => (await platformConnectionNamed(db, platform, shop)).map((connection) => ({ db, connection })));
    return (await Promise.all(found)).flat();
  });
  return sendOutcome(context, request, reply, outcome);
}

function sendOutcome(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: DeliveryOutcome,
): FastifyReply {
  const counted = { accepted: 'accepted', rate_limited: outcome, refused: 'invalid_signature', unknown: 'not_found' };
  context.metrics.webhooks.inc({ of: 'platforms', outcome: counted[outcome] });
  if (outcome === 'accepted') return reply.send({ success: true });
  if (outcome === 'rate_limited') return sendError(reply, 'RATE_LIMITED');
  countForged(context, request);
  return sendError(reply, outcome === 'unknown' ? 'NOT_FOUND' : 'INVALID_SIGNATURE');
}
