import type { Flow, Locale } from '@retoma/flow';

/** A request to the copilot. `isFinished`: the flow has no structural error, so that it can be simulated. */
export type CopilotRequest = {
  readonly flow: Flow;
  readonly isFinished: boolean;
  readonly text: string;
  /** The id of the step that the person chose. */
  readonly chosen?: string | undefined;
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** The sender of the store's e-mails; not sent to the model. */
  readonly sender?: { readonly name: string; readonly address: string } | undefined;
  readonly locale: Locale;
};

/** The progress that is reported while the request runs. */
export type Progress =
  { type: 'stage'; stage: 'thinking' | 'reading' | 'checking' | 'mending' } | { type: 'text'; delta: string };
