import type { CheckedProposal } from '@retoma/flow';
import { newId } from '../../../base/ids.ts';
import type { CopilotRequest, Progress } from '../copilot-request.ts';
import { issueOf, validateProposal, type ProposalIssue, type ProposalCheck } from './validate-proposal.ts';
import { asData } from '../outline.ts';

/** EDT5: a failed proposal is returned to the model at most twice, so it has three attempts. */
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

  /** Whether a proposal was accepted or all attempts are used. */
  get isSettled(): boolean {
    return this.accepted !== undefined || this.#tries >= maxTries;
  }

  /** Whether the model proposed and no proposal was accepted. */
  get hasFailed(): boolean {
    return this.accepted === undefined && this.#tries > 0;
  }

  /** Validates the tool's input; returns its issues for the model. */
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

  /** Counts a tool call whose input is not JSON; the library itself returns that error to the model. */
  countUnreadable(): void {
    this.#tries += 1;
  }

  /** Whether a text is, or starts like, a proposal written as text instead of a tool call. */
  static looksLikeOne(text: string): boolean {
    return /^\s*(?:\{|`)/.test(text);
  }

  /** The text to show. `again`: the issues to return to the model if the text was an invalid proposal. */
  validateText(text: string): { text: string; again?: string } {
    if (this.isSettled || !Proposing.looksLikeOne(text)) return { text };
    const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
    let faults: readonly ProposalIssue[] | undefined;
    try {
      ({ faults } = this.validate(JSON.parse(json)));
    } catch {
      this.#tries += 1;
      faults = [issueOf('UNREADABLE_PROPOSAL', {}, this.#copilotRequest.locale)];
    }
    return this.isSettled || !faults ? { text: '' } : { text: '', again: asData({ accepted: false, faults }) };
  }
}
