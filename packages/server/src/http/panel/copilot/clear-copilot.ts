import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { clearConversation, findConversation } from '../../../copilot/conversation.ts';
import { addEndpoint } from '../register.ts';

/** POST …/copilot/clear: deletes the conversation about an automation. */
export function addClearCopilot(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'clearCopilot', async ({ params }) => {
    const place = await findConversation(context.db, params);
    if (!place) return 'NOT_FOUND';
    await clearConversation(context.db, place);
    return { success: true };
  });
}
