import type { CheckedProposal } from '@retoma/flow';
import { newId } from '../../platform/ids.ts';
import type { CopilotRequest, Progress } from '../copilot-request.ts';
import { issueOf, validateProposal, type ProposalIssue, type ProposalCheck } from './validate-proposal.ts';
import { asData } from '../outline.ts';

/** EDT5: a proposal that fails goes back at most twice, so a model has three tries. */
const maxTries = 3;

/** The attempts of one request at a proposal: validates each and counts them. */
export class Proposing {
  readonly #copilotRequest: CopilotRequest;
  readonly #report: (progress: Progress) => void;
  #tries = 0;
  /** The proposal that may be shown. */
  accepted: CheckedProposal | undefined;

  constructor(copilotRequest: CopilotRequest, report: (progress: Progress) => void) {
    this.#copilotRequest = copilotRequest;
    this.#report = report;
  }

  /** Whether nothing more is expected of the model. */
  get isSettled(): boolean {
    return this.accepted !== undefined || this.#tries >= maxTries;
  }

  /** Whether something was proposed, and nothing of it may be shown. */
  get hasFailed(): boolean {
    return this.accepted === undefined && this.#tries > 0;
  }

  /** Validates the tool's input; returns what is wrong with it to the model. */
  validate(envelope: unknown): { accepted: boolean; faults?: readonly ProposalIssue[] } {
    if (this.isSettled) return { accepted: false };
    const { flow, locale, chosen, sender } = this.#copilotRequest;
    this.#tries += 1;
    const check: ProposalCheck = validateProposal(flow, envelope, { locale, chosen, sender, newId });
    if (check.ok) {
      this.accepted = check;
      return { accepted: true };
    }
    if (!this.isSettled) this.#report({ type: 'stage', stage: 'mending' });
    return { accepted: false, faults: check.faults };
  }

  /** The tool was called with what is no JSON, which the library reports to the model by itself. */
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
      ({ faults } = this.validate(JSON.parse(json ?? '')));
    } catch {
      this.#tries += 1;
      faults = [issueOf('UNREADABLE_PROPOSAL', {}, this.#copilotRequest.locale)];
    }
    return this.isSettled || !faults ? { text: '' } : { text: '', again: asData({ accepted: false, faults }) };
  }
}
