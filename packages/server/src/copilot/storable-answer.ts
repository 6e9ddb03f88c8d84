import type { Locale } from '@retoma/flow';
import { ownerSentences } from './codes.ts';
import type { CopilotAnswer } from './converse.ts';
import { toStoredProposal } from './proposals/stored-proposal.ts';

/** What the columns of a message hold: characters of its text, bytes of its proposal (migration 0008). */
const limits = { text: 20_000, proposalBytes: 1_048_576 };

/** An answer in the form in which it is stored. `proposal` is JSON. */
export type StorableAnswer = { kind: CopilotAnswer['kind']; body: string; proposal: string | null };

/**
 * An answer as it can be stored (EDT5). PostgreSQL holds no NUL, and the columns have limits: what does not fit is refused in plain
 * words, so that a person reads why instead of waiting for an answer that was lost.
 */
export function storableAnswer({ kind, text, proposal }: CopilotAnswer, draftMark: string, locale: Locale): StorableAnswer {
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

/** A NUL in JSON text: `\u0000` behind an even number of backslashes. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;
