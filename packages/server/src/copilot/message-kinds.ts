import type { CopilotKind, ProposalFeedback } from '../db/queries/copilot/copilot-messages.ts';

/** What a message of a conversation is: asked by a person, or answered in one of these ways. */
export const copilotKinds = [
  'question',
  'answer',
  'proposal',
  'unsure',
  'refused',
  'stopped',
  'failed',
] as const satisfies readonly CopilotKind[];

/** What a person makes of an answer. */
export const copilotVerdicts = ['applied', 'declined', 'unhelpful'] as const satisfies readonly ProposalFeedback[];
