import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { findConversation, rateProposal } from '../../../copilot/conversation.ts';
import { addEndpoint } from '../register.ts';

/** POST …/copilot/messages/:messageId/feedback: stores what the member did with a proposal, and why it was not useful. */
export function addRateProposal(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'rateProposal', async ({ params, body }) => {
    const place = await findConversation(context.db, params);
    const isStored = place && (await rateProposal(context.db, place, params.messageId, body));
    return isStored ? { success: true } : 'NOT_FOUND';
  });
}
