import type { Context } from '../../context.ts';
import { sessionOf } from '../guards/session.ts';
import { RateLimiter } from '../../base/net/rate-limiter.ts';
import type { PanelHandlers } from '../../panel-contract.ts';

/** The limit for each user: further reports of a page that fails repeatedly add no information. */
const limit = { perSecond: 10 / 60, burst: 10 };

/** POST /panel/api/page-errors: logs an error of a page under the id of this request, which the page shows as the error's number. */
export function reportPageErrorHandlers(context: Context): PanelHandlers<'reportPageError'> {
  const limiter = new RateLimiter(limit);
  return {
    reportPageError: ({ body: { name, stack }, request }) => {
      const { allowed, retryAfter } = limiter.take(sessionOf(request).userId, context.clock());
      if (!allowed) return Promise.resolve({ ok: false, code: 'TOO_MANY_ATTEMPTS', retryAfter });
      context.log.error({ requestId: request.id, name, stack }, 'panel page failed');
      return Promise.resolve({ success: true });
    },
  };
}
