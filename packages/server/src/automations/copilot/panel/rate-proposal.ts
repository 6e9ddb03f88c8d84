import type { Context } from '../../../context.ts';
import { findConversation, rateProposal } from '../conversation.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** POST …/copilot/messages/:messageId/feedback: stores what the member did with a proposal, and why it was not useful. */
export const rateProposalHandlers = (context: Context): PanelHandlers<'rateProposal'> => ({
  rateProposal: async ({ params, body }) => {
    const place = await findConversation(context.db, params);
    const isStored = place && (await rateProposal(context.db, place, params.messageId, body));
    return isStored ? { success: true } : 'NOT_FOUND';
  },
});
