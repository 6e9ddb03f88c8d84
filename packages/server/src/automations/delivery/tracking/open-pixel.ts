import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../../base/log/log.ts';
import { readOpenMark } from '../../../base/links/tracking-links.ts';
import { recordTracking } from '../inbound/record-tracking.ts';
import type { InboundDeps } from '../inbound/receive-inbound.ts';
import { isMachineOpen, isMailbox } from '../../../http/bot-detection.ts';

/** Dependencies for recording opens and clicks. */
export type MarkDeps = InboundDeps & { readonly marksKey: Buffer; readonly log: Logger };

/** One transparent pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * GET /o/<token>.gif: the picture that an e-mail shows when it is opened (RUN8). The response is the same for an invalid token, so that
 * forgers learn nothing. HEAD is not recorded.
 */
export function addOpenPixel(app: FastifyInstance, deps: MarkDeps): void {
  app.get('/o/*', async (request, reply) => {
    const token = (request.params as { '*': string })['*'].replace(/\.gif$/, '');
    const marked = request.method === 'HEAD' ? undefined : readOpenMark(deps.marksKey, token);
    if (marked) {
      const at = deps.clock();
      const machine = !marked.trusting && isMachineOpen(request, at - marked.sentAt);
      const mailbox = isMailbox(request);
      await recordTracking(deps, { marked, kind: 'open', at, machine, mailbox }).catch((error: unknown) => {
        deps.log.warn({ err: error, requestId: request.id }, 'open not recorded');
      });
    }
    return reply
      .headers({
        'content-type': 'image/gif',
        'cache-control': 'no-store, private',
        'x-content-type-options': 'nosniff',
      })
      .send(pixel);
  });
}
