import type { StoredProposal } from '../proposals/stored-proposal.ts';
import type { CopilotMessage } from '../conversation.ts';
import type { CopilotMessage as PresentedMessage } from './contract.ts';

/** A message of a conversation, as the panel receives it. */
export function presentCopilotMessage(row: CopilotMessage): PresentedMessage {
  const { messageId, kind, body, feedback, inputTokens, outputTokens, costMicros, at } = row;
  return {
    messageId,
    at: at.toISOString(),
    kind,
    text: body,
    proposal: row.proposal === null ? null : (JSON.parse(row.proposal) as StoredProposal),
    feedback,
    tokens: inputTokens + outputTokens,
    costMicros,
  };
}
