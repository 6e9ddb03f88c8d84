import { readableFlow, readFlow, triggers, type Flow, type Locale } from '@retoma/flow';
import type { Clock } from '../../base/clock.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import {
  copilotMessageInsert,
  copilotMessageList,
  type CopilotMessageRow,
  type CopilotPlace,
} from './queries/copilot-messages.ts';
import { copilotUsageReserve, copilotUsageSettle } from './queries/copilot-usage.ts';
import { storeFind } from '../../stores/queries/stores.ts';
import { newId } from '../../base/ids.ts';
import type { Logger } from '../../base/log/log.ts';
import { ownerSentences, type CopilotCode } from './codes.ts';
import { dayOf } from './conversation.ts';
import { converse, type CopilotAnswer, type Tokens } from './converse.ts';
import type { Progress } from './copilot-request.ts';
import { explainFlow } from './explain-flow.ts';
import { maskPersonal } from './mask-personal.ts';
import { costOf, type CopilotModel } from './models.ts';
import { programAnswers } from './classify-request.ts';
import { reviewFlow } from './review-flow.ts';
import { storableAnswer } from './storable-answer.ts';

/** The dependencies of the copilot. */
export type Copilot = {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Logger;
  readonly copilot: CopilotModel | undefined;
  /** The most tokens of one store in a day; 0: no limit. */
  readonly dailyTokens: number;
};

/** A request from the panel. */
export type CopilotQuestion = CopilotPlace & {
  readonly userId: string;
  readonly kind: 'ask' | 'explain' | 'review';
  readonly text: string;
  readonly definition: unknown;
  readonly draftMark: string;
  readonly nodeId?: string | undefined;
  readonly locale: Locale;
};

/** An accepted request, whose `answer` is called once; or the refusal. */
export type Accepted =
  | {
      readonly ok: true;
      /** Never rejects: if the answer cannot be stored, it resolves with a message that reports this. */
      readonly answer: (report: (progress: Progress) => void, signal: AbortSignal) => Promise<CopilotMessageRow>;
    }
  | { readonly ok: false; readonly code: CopilotCode };

/** The number of earlier messages that are sent to the model. */
const remembered = 8;

/** The requests in progress, by automation and user: one at a time for each, in one process. */
const answering = new Set<string>();

/** Validates a request, then answers it: without a model if possible (EDT5), else with the model. */
export async function askCopilot(copilot: Copilot, request: CopilotQuestion): Promise<Accepted> {
  const flow = flowIn(request.definition);
  if (!flow) return { ok: false, code: 'COPILOT_UNREADABLE' };
  // PostgreSQL's text type cannot store NUL.
  const text = maskPersonal(request.text.replaceAll('\0', '').toWellFormed());
  const kind = request.kind === 'ask' ? programAnswers(text) : request.kind;
  if (kind === 'ask' && !copilot.copilot) return { ok: false, code: 'COPILOT_NO_MODEL' };
  const conversationKey = `${request.automationId} ${request.userId}`;
  if (answering.has(conversationKey)) return { ok: false, code: 'COPILOT_BUSY' };
  answering.add(conversationKey);
  const done = (): boolean => answering.delete(conversationKey);
  try {
    const settle = kind === 'ask' ? await reserve(copilot, request.storeId) : settleNothing;
    if (!settle) return (done(), { ok: false, code: 'COPILOT_SPENT' });
    return {
      ok: true,
      answer: (report, signal) =>
        answer(copilot, { ...request, kind, text, settle }, flow, report, signal)
          .catch((error: unknown) => {
            copilot.log.error({ err: error, storeId: request.storeId }, 'copilot response not stored');
            settle(nothingUsed).catch(() => undefined);
            return lostAnswer(copilot, request.locale);
          })
          .finally(done),
    };
  } catch (error) {
    done();
    throw error;
  }
}

/** The tokens reserved for one request. Its bound is ten calls of 6,000 tokens; few requests need half of that. */
const reservedTokens = 30_000;
/** An answer takes at most four minutes; an older reservation was left by a process that died. */
const reservedMs = 10 * 60_000;

/** Replaces the reserved tokens by the used tokens. Only the first call counts. */
type Settle = (used: Tokens & { readonly costMicros: number | null }) => Promise<void>;
type Reserved = CopilotQuestion & { readonly settle: Settle };

const settleNothing: Settle = () => Promise.resolve();

/** EDT5: reserves tokens of the store's day before the model is called; undefined: none are left. */
async function reserve({ db, clock, dailyTokens }: Copilot, storeId: string): Promise<Settle | undefined> {
  const now = clock();
  const reservation = { storeId, day: dayOf(now), tokens: dailyTokens === 0 ? 0 : reservedTokens };
  const limits = { limit: dailyTokens, now, until: now + reservedMs };
  if (dailyTokens > 0 && !(await copilotUsageReserve(db, reservation, limits))) return undefined;
  let isSettled = false;
  return async ({ inputTokens, outputTokens, costMicros }) => {
    if (isSettled) return;
    isSettled = true;
    await copilotUsageSettle(db, reservation, { inputTokens, outputTokens, costMicros: costMicros ?? 0 });
  };
}

/** The flow of a definition (EDT9), finished or not; undefined: it has no known trigger. */
function flowIn(definition: unknown): Flow | undefined {
  const flow = readableFlow(definition);
  return triggers.some((trigger) => trigger === flow.trigger_event) ? flow : undefined;
}

async function answer(
  copilot: Copilot,
  request: Reserved,
  flow: Flow,
  report: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<CopilotMessageRow> {
  const { kind, text, locale, userId } = request;
  const history = kind === 'ask' ? await historyOf(copilot.db, request) : [];
  const question = {
    messageId: newId(),
    userId,
    kind: 'question',
    body: text,
    proposal: null,
    ...nothingUsed,
  } as const;
  await copilotMessageInsert(copilot.db, request, { ...question, at: new Date(copilot.clock()) });
  const isFinished = readFlow(flow).ok;
  if (kind !== 'ask') {
    const reply = (kind === 'explain' ? explainFlow : reviewFlow)(flow, isFinished, locale);
    report({ type: 'text', delta: reply });
    return keep(copilot, request, { kind: 'answer', text: reply, tokens: { inputTokens: 0, outputTokens: 0 } });
  }
  const model = await copilot.copilot!.open();
  const store = await storeFind(copilot.db, request.storeId);
  const sender = store?.email ? { name: store.name, address: store.email } : undefined;
  const answered = await converse(
    model,
    { flow, isFinished, text, chosen: request.nodeId, history, sender, locale },
    report,
    signal,
  );
  if (answered.error)
    copilot.log.warn({ err: answered.error, storeId: request.storeId }, 'copilot model request failed');
  return keep(copilot, request, answered);
}

/** The message when the answer could not be produced or stored. It is not stored. */
const lostAnswer = ({ clock }: Copilot, locale: Locale): CopilotMessageRow => ({
  messageId: newId(),
  userId: null,
  kind: 'failed',
  body: ownerSentences.lost[locale],
  proposal: null,
  feedback: null,
  ...nothingUsed,
  at: new Date(clock()),
});

const nothingUsed = { inputTokens: 0, outputTokens: 0, costMicros: null } as const;

/** The earlier messages for the model: the person's questions and the answers. */
async function historyOf(
  db: Queryable,
  place: CopilotPlace,
): Promise<{ role: 'user' | 'assistant'; content: string }[]> {
  const rows = await copilotMessageList(db, place, remembered);
  return rows.map(({ kind, body, feedback }) => ({
    role: kind === 'question' ? 'user' : 'assistant',
    content: feedback === null ? body : `${body} (${feedback})`,
  }));
}

async function keep(
  { db, clock, copilot }: Copilot,
  { settle, ...request }: Reserved,
  answered: CopilotAnswer,
): Promise<CopilotMessageRow> {
  const { tokens } = answered;
  const asksModel = tokens.inputTokens + tokens.outputTokens > 0;
  const costMicros = asksModel ? costOf(copilot?.price, tokens) : null;
  const message = {
    messageId: newId(),
    userId: null,
    ...storableAnswer(answered, request.draftMark, request.locale),
    ...tokens,
    costMicros,
    at: new Date(clock()),
  };
  await settle({ ...tokens, costMicros });
  await copilotMessageInsert(db, request, message);
  return { ...message, feedback: null };
}
