import type { Context } from '../../../context.ts';
import { findConversation, readConversation, rateProposal, clearConversation } from '../conversation.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { presentCopilotMessage } from './present-message.ts';

/** The conversation with the copilot about an automation. */
export const conversationHandlers = (
  context: Context,
): PanelHandlers<'readCopilot' | 'rateProposal' | 'clearCopilot'> => ({
  /** GET /panel/api/stores/:storeId/automations/:automationId/copilot: the conversation, the model and the tokens that it used. */
  readCopilot: async ({ params }) => {
    const { config, copilot } = context;
    const place = await findConversation(context.db, params);
    if (!place) return 'NOT_FOUND';
    const { messages, today, recent } = await readConversation(context, place);
    return {
      success: true,
      model: copilot?.name ?? null,
      messages: messages.map(presentCopilotMessage),
      usage: {
        tokensToday: today.inputTokens + today.outputTokens,
        dailyTokens: config.copilotDailyTokens,
        tokens30Days: recent.inputTokens + recent.outputTokens,
        costMicros30Days: copilot?.price ? recent.costMicros : null,
      },
    };
  },
  /** POST …/copilot/messages/:messageId/feedback: stores what the member did with a proposal, and why it was not useful. */
  rateProposal: async ({ params, body }) => {
    const place = await findConversation(context.db, params);
    const isStored = place && (await rateProposal(context.db, place, params.messageId, body));
    return isStored ? { success: true } : 'NOT_FOUND';
  },
  /** POST …/copilot/clear: deletes the conversation about an automation. */
  clearCopilot: async ({ params }) => {
    const place = await findConversation(context.db, params);
    if (!place) return 'NOT_FOUND';
    await clearConversation(context.db, place);
    return { success: true };
  },
});
