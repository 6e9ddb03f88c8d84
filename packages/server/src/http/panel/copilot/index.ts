import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { addAskCopilot } from './ask-copilot.ts';
import { addClearCopilot } from './clear-copilot.ts';
import { addRateProposal } from './rate-proposal.ts';
import { addReadCopilot } from './read-copilot.ts';

/** Adds the endpoints of the copilot for one automation. */
export function addCopilot(app: FastifyInstance, context: Context): void {
  addReadCopilot(app, context);
  addAskCopilot(app, context);
  addRateProposal(app, context);
  addClearCopilot(app, context);
}
