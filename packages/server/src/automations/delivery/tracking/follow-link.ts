import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readClickMark, type MarkedLink } from '../../../base/links/tracking-links.ts';
import { findShortLink } from '../inbound/find-short-link.ts';
import { isOpened, recordTracking, type TrackingEvent } from '../inbound/record-tracking.ts';
import { ClickPause, type Later } from './click-pause.ts';
import { isMachineVisit } from '../../../http/bot-detection.ts';
import type { MarkDeps } from './open-pixel.ts';

const headers = { 'cache-control': 'no-store, private', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
const nothing =
  'Este endereço não existe ou está incompleto.\nThere is nothing at this address, or a part of it is missing.\n';

/** Software that scans e-mails follows their links when they arrive; a person has opened the e-mail first. Milliseconds. */
const firstMinute = 60_000;

/**
 * GET /c/<token> and GET /l/<code>: redirect to the link of an e-mail or an SMS and record the click (RUN8). The target is in the sealed
 * token or in the database, never in the query, so this is not an open redirect. HEAD gets the same response and is not recorded.
 */
export function addFollowLink(app: FastifyInstance, deps: MarkDeps, later?: Later): void {
  const record = (click: TrackingEvent): Promise<unknown> =>
    recordTracking(deps, click).catch((error: unknown) => deps.log.warn({ err: error }, 'click not recorded'));
  const pause = new ClickPause({ record, isOpened: (marked) => isOpened(deps.db, marked).catch(() => true) }, later);
  app.addHook('onClose', () => pause.flush());
  const lead = (
    link: MarkedLink | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    hasPixel: boolean,
  ): FastifyReply => {
    // Parsed and serialized, so that the target cannot add another header.
    const location = link && URL.parse(link.target)?.href;
    if (!location) return reply.code(404).headers(headers).type('text/plain; charset=utf-8').send(nothing);
    if (request.method !== 'HEAD') {
      const { target, ...marked } = link;
      const at = deps.clock();
      const sinceSent = at - marked.sentAt;
      const machine = !marked.trusting && isMachineVisit(request, sinceSent);
      const click: TrackingEvent = { marked, kind: 'click', target, at, machine };
      if (marked.trusting || machine) pause.give(click);
      else pause.add(click, hasPixel && sinceSent < firstMinute);
    }
    return reply.code(302).headers(headers).header('location', location).send();
  };
  app.get('/c/*', (request, reply) =>
    lead(readClickMark(deps.marksKey, (request.params as { '*': string })['*']), request, reply, true),
  );
  app.get<{ Params: { code: string } }>('/l/:code', async (request, reply) =>
    lead(await findShortLink(deps.db, request.params.code), request, reply, false),
  );
}
