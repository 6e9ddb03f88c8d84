import type { CopilotKind, ProposalFeedback } from './queries/copilot-messages.ts';

/** The kinds of a conversation's messages: a person's question, or one of the kinds of answers. */
export const copilotKinds = [
  'question',
  'answer',
  'proposal',
  'unsure',
  'refused',
  'stopped',
  'failed',
] as const satisfies readonly CopilotKind[];

/** A person's feedback on an answer. */
export const copilotFeedback = ['applied', 'declined', 'unhelpful'] as const satisfies readonly ProposalFeedback[];
