import { checkStoreEvent, eventLimits, issueAt } from '@retoma/commerce';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readJson } from '../../checkouts/body.ts';
import type { Context } from '../../context.ts';
import { takeEvent } from '../../orders/ingest-event.ts';
import { sendError } from '../errors.ts';
import { storeOf } from '../guards/api-key.ts';
import { withinBytes } from '../guards/byte-limit.ts';
import { admitSigned, requireEventSender } from '../guards/event-sender.ts';
import { plainBody } from '../json-body.ts';
import type { Resource } from '../resource.ts';

/** POST /stores/external/events: records an event of a store's own system (COM6). */
export function takeEventResource(context: Context): NonNullable<Resource['POST']> {
  return {
    bodyLimit: eventLimits.bodyBytes,
    onRequest: requireEventSender(context),
    handler: (request, reply) => handle(context, request, reply),
  };
}

async function handle(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const raw = plainBody(request);
  if (!raw) {
    return sendError(reply, 'INVALID_PAYLOAD', { issues: [issueAt([], 'unsupported_media_type')], status: 415 });
  }
  if (!(await admitSigned(context, request, reply, raw))) return reply;
  if (!withinBytes(context, request, reply, raw.length)) return reply;
  const json = readJson(raw);
  if ('issue' in json) return sendError(reply, 'INVALID_PAYLOAD', { issues: [json.issue] });
  const checked = checkStoreEvent(json.value);
  if (!checked.ok) return sendError(reply, 'INVALID_PAYLOAD', { issues: checked.issues });
  const { eventId, duplicate } = await takeEvent(context, storeOf(request).storeId, checked.event);
  return reply.code(duplicate ? 200 : 202).send({ success: true, eventId, duplicate });
}
