import type { CheckedProposal } from '@retoma/flow';
import { newId } from '../platform/ids.ts';
import type { CopilotRequest, Progress } from './converse.ts';
import { fault, validateProposal, type ProposalIssue, type ProposalCheck } from './validate-proposal.ts';
import { asData } from './outline.ts';

/** EDT5: a proposal that fails goes back at most twice, so a model has three tries. */
const maxTries = 3;

/** The tries of one request at a proposal: judges each, and knows when it is over. */
export class Proposing {
  readonly #asked: CopilotRequest;
  readonly #tell: (progress: Progress) => void;
  #tries = 0;
  /** The proposal that may be shown. */
  accepted: CheckedProposal | undefined;

  constructor(asked: CopilotRequest, tell: (progress: Progress) => void) {
    this.#asked = asked;
    this.#tell = tell;
  }

  /** Whether nothing more is expected of the model. */
  get isSettled(): boolean {
    return this.accepted !== undefined || this.#tries >= maxTries;
  }

  /** Whether something was proposed, and nothing of it may be shown. */
  get hasFailed(): boolean {
    return this.accepted === undefined && this.#tries > 0;
  }

  /** Judges what the tool was called with; answers the model what is wrong with it. */
  judge(envelope: unknown): { accepted: boolean; faults?: readonly ProposalIssue[] } {
    if (this.isSettled) return { accepted: false };
    const { flow, locale, chosen, sender } = this.#asked;
    this.#tries += 1;
    const judged: ProposalCheck = validateProposal(flow, envelope, { locale, chosen, sender, newId });
    if (judged.ok) {
      this.accepted = judged;
      return { accepted: true };
    }
    if (!this.isSettled) this.#tell({ type: 'stage', stage: 'mending' });
    return { accepted: false, faults: judged.faults };
  }

  /** The tool was called with what is no JSON, which the library tells the model by itself. */
  countUnreadable(): void {
    this.#tries += 1;
  }

  /** Whether a text is, or begins as, a proposal that was written instead of called. */
  static looksLikeOne(text: string): boolean {
    return /^\s*(?:\{|`)/.test(text);
  }

  /** A text as it may be shown; `again`: what to answer the model where it was a proposal with faults. */
  validateText(text: string): { text: string; again?: string } {
    if (this.isSettled || !Proposing.looksLikeOne(text)) return { text };
    const json = /\{[\s\S]*\}/.exec(text)?.[0];
    let faults: readonly ProposalIssue[] | undefined;
    try {
      ({ faults } = this.judge(JSON.parse(json ?? '')));
    } catch {
      this.#tries += 1;
      faults = [fault('UNREADABLE_PROPOSAL', {}, this.#asked.locale)];
    }
    return this.isSettled || !faults ? { text: '' } : { text: '', again: asData({ accepted: false, faults }) };
  }
}
