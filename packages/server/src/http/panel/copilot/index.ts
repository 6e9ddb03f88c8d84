import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { askCopilotHandlers } from './ask-copilot.ts';
import { clearCopilotHandlers } from './clear-copilot.ts';
import { rateProposalHandlers } from './rate-proposal.ts';
import { readCopilotHandlers } from './read-copilot.ts';
import type { copilotContract } from './contract.ts';
import type { PanelHandlers } from '../handlers.ts';

/** The handlers of the endpoints of the copilot for one automation. */
export const copilotHandlers = (
  app: FastifyInstance,
  context: Context,
): PanelHandlers<keyof typeof copilotContract> => ({
  ...readCopilotHandlers(context),
  ...askCopilotHandlers(app, context),
  ...rateProposalHandlers(context),
  ...clearCopilotHandlers(context),
});
