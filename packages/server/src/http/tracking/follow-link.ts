import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readClickMark, type MarkedLink } from '../../links/tracking-links.ts';
import { findShortLink } from '../../delivery/inbound/find-short-link.ts';
import { recordTracking, type TrackingEvent } from '../../delivery/inbound/record-tracking.ts';
import { ClickPause, type Later } from './click-pause.ts';
import { isMachine } from './bot-detection.ts';
import type { MarkParts } from './open-pixel.ts';

const headers = { 'cache-control': 'no-store, private', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
const nothing =
  'Este endereço não existe ou está incompleto.\nThere is nothing at this address, or a part of it is missing.\n';

/**
 * GET /c/<token> and GET /l/<code>: redirect to the link of an e-mail or an SMS and record the click (RUN8). The target is in the sealed
 * token or in the database, never in the query, so this is no open redirect. HEAD gets the same response and is not recorded.
 */
export function addFollowLink(app: FastifyInstance, parts: MarkParts, later?: Later): void {
  const record = (click: TrackingEvent): Promise<unknown> =>
    recordTracking(parts, click).catch((error: unknown) => parts.log.warn({ err: error }, 'click not taken'));
  const pause = new ClickPause(record, later);
  app.addHook('onClose', () => pause.flush());
  const lead = (link: MarkedLink | undefined, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Parsed and serialized, so that the target cannot add another header.
    const location = link && URL.parse(link.target)?.href;
    if (!location) return reply.code(404).headers(headers).type('text/plain; charset=utf-8').send(nothing);
    if (request.method !== 'HEAD') {
      const { target, ...marked } = link;
      const at = parts.clock();
      const visit = { userAgent: request.headers['user-agent'], address: request.ip, sinceSent: at - marked.sentAt };
      const click: TrackingEvent = { marked, kind: 'click', target, at, machine: !marked.trusting && isMachine(visit) };
      if (marked.trusting || click.machine) pause.give(click);
      else pause.add(click);
    }
    return reply.code(302).headers(headers).header('location', location).send();
  };
  app.get('/c/*', (request, reply) =>
    lead(readClickMark(parts.marksKey, (request.params as { '*': string })['*']), request, reply),
  );
  app.get<{ Params: { code: string } }>('/l/:code', async (request, reply) =>
    lead(await findShortLink(parts.db, request.params.code), request, reply),
  );
}
