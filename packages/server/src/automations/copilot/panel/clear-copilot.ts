import type { Context } from '../../../context.ts';
import { clearConversation, findConversation } from '../conversation.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** POST …/copilot/clear: deletes the conversation about an automation. */
export const clearCopilotHandlers = (context: Context): PanelHandlers<'clearCopilot'> => ({
  clearCopilot: async ({ params }) => {
    const place = await findConversation(context.db, params);
    if (!place) return 'NOT_FOUND';
    await clearConversation(context.db, place);
    return { success: true };
  },
});
