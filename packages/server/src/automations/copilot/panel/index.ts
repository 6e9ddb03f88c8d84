import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { readCopilotHandlers } from './read-copilot.ts';
import { askCopilotHandlers } from './ask-copilot.ts';
import { rateProposalHandlers } from './rate-proposal.ts';
import { clearCopilotHandlers } from './clear-copilot.ts';

/** Conversations with the copilot. */
export const copilotHandlers = (app: FastifyInstance, context: Context) => ({
  ...readCopilotHandlers(context),
  ...askCopilotHandlers(app, context),
  ...rateProposalHandlers(context),
  ...clearCopilotHandlers(context),
});
