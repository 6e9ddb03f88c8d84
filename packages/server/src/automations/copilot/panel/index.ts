import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { askCopilotHandlers } from './ask-copilot.ts';
import { conversationHandlers } from './conversation.ts';

/** Conversations with the copilot. */
export const copilotHandlers = (app: FastifyInstance, context: Context) => ({
  ...conversationHandlers(context),
  ...askCopilotHandlers(app, context),
});
