import type { Locale } from '@retoma/flow';
import { ownerSentences } from './codes.ts';
import type { CopilotAnswer } from './converse.ts';
import { toStoredProposal } from './proposals/stored-proposal.ts';

/** The limits of a message's columns: characters of its text, bytes of its proposal (migration 0008). */
const limits = { text: 20_000, proposalBytes: 1_048_576 };

/** An answer in its stored form. `proposal` is JSON. */
export type StorableAnswer = { kind: CopilotAnswer['kind']; body: string; proposal: string | null };

/**
 * Converts an answer to its stored form (EDT5). PostgreSQL cannot store NUL, and the columns have limits. An answer that does not fit is
 * replaced by a refusal with the reason, so that the person does not wait for a lost answer.
 */
export function storableAnswer(
  { kind, text, proposal }: CopilotAnswer,
  draftMark: string,
  locale: Locale,
): StorableAnswer {
  const refused = (why: 'unstorable' | 'tooLarge'): StorableAnswer => ({
    kind: 'refused',
    body: ownerSentences[why][locale],
    proposal: null,
  });
  const json = proposal ? JSON.stringify(toStoredProposal(proposal, draftMark)) : null;
  if (holdsNul(text) || (json !== null && escapedNul.test(json))) return refused('unstorable');
  if (json !== null && Buffer.byteLength(json) > limits.proposalBytes) return refused('tooLarge');
  return { kind, body: text.slice(0, limits.text).toWellFormed(), proposal: json };
}

const holdsNul = (text: string): boolean => text.includes('\0');

/** A NUL in JSON text: `\u0000` after an even number of backslashes. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;
