import type { Context } from '../../../../context.ts';
import { recoveryTriggers } from '../../explain-start.ts';
import { findListedRun } from '../../read-runs.ts';
import { optOutCauses } from '../../../delivery/opt-out-causes.ts';
import type { VersionCache } from '../../../definitions/compiled-versions.ts';
import { resendMessage, reviewResend, type ResendReview } from '../../../engine/operations/resend-message.ts';
import { recipientOf } from '@retoma/flow';
import { maskedAddress, maskedName } from '../../../../base/contacts/mask.ts';
import { canSeeContacts } from '../../../../members/guards/can-see-contacts.ts';
import { authorOf } from '../../../../members/guards/session.ts';
import type { PanelAnswer, PanelHandlers } from '../../../../panel-contract.ts';
import { instant, presentOptOut } from './present-run.ts';

/** GET and POST …/runs/:runId/resend: what sending a message again would do, and doing it (RUN21). */
export const resendHandlers = (
  context: Context,
  plans: VersionCache,
): PanelHandlers<'reviewResend' | 'resendMessage'> => ({
  reviewResend: async ({ params: { storeId, runId }, query: { message }, request }) => {
    const listing = await findListedRun(context.db, storeId, runId);
    const review = await reviewResend({ ...context, plans }, context.db, { storeId, runId, message });
    if (!listing || !review) return 'NOT_FOUND';
    const { decision, context: data } = review;
    const { channel } = review.message;
    const maySee = await canSeeContacts(context, request, storeId);
    const recipient = recipientOf(channel, data.data);
    const refusal = decision.kind === 'fail' ? decision.reason : null;
    const now = new Date(context.clock());
    const refused = { channel, reason: refusal, settledAt: now, dueAt: now };
    const optOutOf = await optOutCauses(context, storeId, [refused], () => ({ email: recipient, phone: recipient }));
    return {
      success: true,
      name: listing.name ? maskedName(listing.name, maySee) : null,
      channel,
      recipient: recipient === null ? null : maskedAddress(recipient),
      content: decision.kind === 'send' && maySee ? (decision.content as Record<string, unknown>) : null,
      refusal,
      optOut: presentOptOut(optOutOf(refused)),
      waits: decision.kind === 'wait' ? decision.reason : null,
      left: leftBefore(review),
      isPaid: listing.orderStatus === 'paid' && recoveryTriggers.has(listing.event),
    };
  },
  resendMessage: async ({ params: { storeId, runId }, body: { message, requestId }, request, audit }) => {
    const by = authorOf(request);
    const resent = await resendMessage({ ...context, plans }, { storeId, runId, message, requestId, by }, audit);
    return resent.ok ? { success: true } : { ok: false, code: resent.code };
  },
});

/** What the person has got of the message. One without a confirmation may have arrived. */
function leftBefore({ repeated }: ResendReview): PanelAnswer<'reviewResend'>['left'] {
  const left = repeated.filter(({ state }) => ['sent', 'delivered', 'read', 'unknown'].includes(state));
  const times = left.map(({ settledAt }) => settledAt?.getTime() ?? 0);
  return {
    count: left.length,
    at: left.length === 0 ? null : instant(Math.max(...times)),
    isRead: left.some(({ state }) => state === 'read'),
    isCertain: left.some(({ state }) => state !== 'unknown'),
  };
}
