import { exampleKinds } from '@retoma/flow';
import type { Context } from '../../../context.ts';
import { RateLimiter } from '../../../base/net/rate-limiter.ts';
import { previewEmail, type EmailExample } from '../../results/preview-email.ts';
import { readRecentEvent } from '../../run-data/recent-events.ts';
import { readStoreExample } from '../../run-data/store-example.ts';
import type { EndpointCall, PanelHandlers } from '../../../panel-contract.ts';
import { canSeeContacts } from '../../../members/guards/can-see-contacts.ts';
import { sessionOf } from '../../../members/guards/session.ts';

/** The limit for each member: the editor asks for a preview after each pause in writing. */
const limit = { perSecond: 2, burst: 60 };

/** POST /panel/api/stores/:storeId/email-preview: renders an e-mail of a draft as it would arrive. */
export function previewEmailHandlers(context: Context): PanelHandlers<'previewEmail'> {
  const limiter = new RateLimiter(limit);
  return {
    previewEmail: async (call) => {
      const { allowed, retryAfter } = limiter.take(sessionOf(call.request).userId, context.clock());
      if (!allowed) return { ok: false, code: 'TOO_MANY_ATTEMPTS', retryAfter };
      const example = await exampleOf(context, call);
      if (typeof example === 'string') return example === 'NOT_FOUND' ? example : { ok: false, code: example };
      const preview = await previewEmail(context, call.params.storeId, call.body.text, example);
      if (preview.made) {
        const { html, text, bytes } = preview;
        return { success: true, preview: { html, text, bytes }, issue: null };
      }
      const { reason, place = null, element = null, suggestion = null, within = [] } = preview.issue;
      return { success: true, preview: null, issue: { reason, place, element, suggestion, within: [...within] } };
    },
  };
}

/** The data of the preview. Data of a real shopper is only for members who may see shoppers (AUT5). */
async function exampleOf(
  context: Context,
  { body: { example }, params: { storeId }, request }: EndpointCall<'previewEmail'>,
): Promise<EmailExample | 'NOT_ALLOWED' | 'NOT_FOUND'> {
  const kind = exampleKinds.find((one) => one === example);
  const { db, baseUrl, clock } = context;
  if (kind) return (await readStoreExample({ db, baseUrl }, storeId, kind)) ?? 'NOT_FOUND';
  if (!(await canSeeContacts(context, request, storeId))) return 'NOT_ALLOWED';
  const event = await readRecentEvent({ db, baseUrl, now: clock() }, storeId, example);
  return event ? { source: event.data, timeZone: event.timeZone } : 'NOT_FOUND';
}
