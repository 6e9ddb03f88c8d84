import type { CheckedProposal } from '@retoma/flow';
import {
  isStepCount,
  streamText,
  tool,
  type LanguageModel,
  type ModelMessage,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import { ownerSentences } from './codes.ts';
import { envelopeSchema } from './envelope-schema.ts';
import { explainFlow } from './explain-flow.ts';
import { readingTools } from './flow-tools.ts';
import { instructionsIn } from './instructions.ts';
import type { CopilotRequest, Progress } from './copilot-request.ts';
import { asData } from './outline.ts';
import { Proposing } from './proposals/proposal-attempts.ts';
import { reviewFlow } from './review-flow.ts';

// One request to the copilot, from the person's text to an answer that may be shown (EDT5). The model reads the flow through tools and
// proposes through another tool. A proposal is returned only after validate-proposal.ts accepted it.

/** Tokens as the provider counts them; for an aborted response, an estimate. */
export type Tokens = { inputTokens: number; outputTokens: number };

/** The result. `proposal` is present with the kinds `proposal` (operations) and `unsure` (options). */
export type CopilotAnswer = {
  readonly kind: 'answer' | 'proposal' | 'unsure' | 'refused' | 'stopped' | 'failed';
  readonly text: string;
  readonly proposal?: CheckedProposal;
  readonly tokens: Tokens;
  /** The cause of a failure, for the log. */
  readonly error?: unknown;
};

/** The limits of one request: calls of the model, tokens, times and characters. */
const limits = { calls: 10, outputTokens: 6_000, totalMs: 120_000, firstChunkMs: 60_000, textLength: 8_000 };

/** Calls the model. Never throws: a failure is an answer too. `signal` aborts it. */
export async function converse(
  model: LanguageModel,
  copilotRequest: CopilotRequest,
  report: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<CopilotAnswer> {
  const proposing = new Proposing(copilotRequest, report);
  const tokens: Tokens = { inputTokens: 0, outputTokens: 0 };
  const messages = messagesOf(copilotRequest);
  report({ type: 'stage', stage: 'thinking' });
  try {
    for (;;) {
      const reply = await readStream(model, { copilotRequest, messages, proposing, report, signal, tokens });
      const check = proposing.validateText(reply);
      // If the model writes its proposal as text, the issues are returned to it as text.
      if (!check.again) return answerOf(copilotRequest, proposing, check.text, tokens);
      messages.push({ role: 'assistant', content: reply }, { role: 'user', content: check.again });
    }
  } catch (error) {
    // An incomplete response has no token count, so it is estimated from the messages.
    if (tokens.inputTokens === 0) tokens.inputTokens = Math.ceil(JSON.stringify(messages).length / 3);
    const kind = signal.aborted ? 'stopped' : 'failed';
    return { kind, text: ownerSentences[kind][copilotRequest.locale], tokens, ...(kind === 'failed' && { error }) };
  }
}

type Listening = {
  copilotRequest: CopilotRequest;
  messages: ModelMessage[];
  proposing: Proposing;
  report: (progress: Progress) => void;
  signal: AbortSignal;
  tokens: Tokens;
};

/** One round with the model and its tools; returns its final text. Throws errors of the provider and its library. */
async function readStream(model: LanguageModel, listening: Listening): Promise<string> {
  const { copilotRequest, messages, proposing, report, signal } = listening;
  const { flow, isFinished, locale } = copilotRequest;
  const result = streamText({
    model,
    instructions: instructionsIn(locale),
    messages,
    tools: {
      ...readingTools(flow, isFinished, locale),
      propose: tool({
        description:
          'Proposes a change, or says that the request is unclear. The editor checks it and answers what is wrong with it.',
        inputSchema: envelopeSchema,
        execute: (envelope) => proposing.validate(envelope),
      }),
    },
    stopWhen: [isStepCount(limits.calls), () => proposing.isSettled],
    maxOutputTokens: limits.outputTokens,
    maxRetries: 1,
    abortSignal: signal,
    timeout: { totalMs: limits.totalMs, firstChunkMs: limits.firstChunkMs },
    // Disables storage of requests at the provider.
    providerOptions: { openai: { store: false } },
    onError: () => undefined,
  });
  let text = '';
  for await (const part of result.stream) {
    if (part.type === 'text-delta') {
      text += part.text;
      if (text.length > limits.textLength) throw new Error('the model exceeded the maximum response length');
      if (!Proposing.looksLikeOne(text)) report({ type: 'text', delta: part.text });
    } else if (part.type === 'start-step') text = '';
    else follow(part, listening);
  }
  signal.throwIfAborted();
  return text;
}

/** Handles the parts of the stream that are not text: tools, usage and errors. */
function follow(part: TextStreamPart<ToolSet>, { proposing, report, tokens }: Listening): void {
  if (part.type === 'error') throw part.error;
  if (part.type === 'abort') throw new Error('the model timed out or was stopped');
  if (part.type === 'tool-input-start') {
    report({ type: 'stage', stage: part.toolName === 'propose' ? 'checking' : 'reading' });
  }
  if (part.type === 'tool-error' && part.toolName === 'propose') proposing.countUnreadable();
  if (part.type === 'finish-step') {
    tokens.inputTokens += part.usage.inputTokens ?? 0;
    tokens.outputTokens += part.usage.outputTokens ?? 0;
  }
}

/** The messages for the model: flow and request in separate tags. Text inside one of them cannot close a tag. */
function messagesOf({ flow, text, chosen, history }: CopilotRequest): ModelMessage[] {
  const about = { name: flow.name, triggerEvent: flow.trigger_event, steps: flow.steps.length };
  const choice =
    chosen === undefined ? '' : `\nThe person chose the step with the id ${asData(chosen)}. Change no other.`;
  const request = text.replace(/[<>]/g, (sign) => (sign === '<' ? '‹' : '›'));
  const content = `<automation>${asData(about)}</automation>\nRead it with read_flow.${choice}\n<request>${request}</request>`;
  return [...history, { role: 'user', content }];
}

function answerOf(copilotRequest: CopilotRequest, proposing: Proposing, text: string, tokens: Tokens): CopilotAnswer {
  const { flow, isFinished, locale } = copilotRequest;
  const { accepted } = proposing;
  const refused: CopilotAnswer = { kind: 'refused', text: ownerSentences.refused[locale], tokens };
  if (!accepted)
    return proposing.hasFailed || text.trim() === '' ? refused : { kind: 'answer', text: text.trim(), tokens };
  const { intent, confidence, userSummary } = accepted.envelope;
  if (confidence === 'low') return { kind: 'unsure', text: userSummary, proposal: accepted, tokens };
  if (intent === 'explain_flow') return { kind: 'answer', text: explainFlow(flow, isFinished, locale), tokens };
  if (intent === 'review_flow') return { kind: 'answer', text: reviewFlow(flow, isFinished, locale), tokens };
  if (intent === 'clarify') return { kind: 'answer', text: userSummary, tokens };
  return { kind: 'proposal', text: userSummary, proposal: accepted, tokens };
}
