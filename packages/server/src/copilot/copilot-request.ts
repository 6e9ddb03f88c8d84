import type { Flow, Locale } from '@retoma/flow';

/** What the copilot is asked about. `isFinished`: the flow has no structural error, so that it can be played. */
export type CopilotRequest = {
  readonly flow: Flow;
  readonly isFinished: boolean;
  readonly text: string;
  /** The step that the person chose. */
  readonly chosen?: string | undefined;
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** The sender of the store's e-mails; not sent to the model. */
  readonly sender?: { readonly name: string; readonly address: string } | undefined;
  readonly locale: Locale;
};

/** What is reported while it runs. */
export type Progress =
  { type: 'stage'; stage: 'thinking' | 'reading' | 'checking' | 'mending' } | { type: 'text'; delta: string };
