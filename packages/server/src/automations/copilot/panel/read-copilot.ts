import type { Context } from '../../../context.ts';
import { findConversation, readConversation } from '../conversation.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { presentCopilotMessage } from './present-message.ts';

/** GET /panel/api/stores/:storeId/automations/:automationId/copilot: the conversation, the model and the tokens that it used. */
export function readCopilotHandlers(context: Context): PanelHandlers<'readCopilot'> {
  const { config, copilot } = context;
  return {
    readCopilot: async ({ params }) => {
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
  };
}
