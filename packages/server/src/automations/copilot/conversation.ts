import type { Clock } from '../../base/clock.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { automationFind } from '../definitions/queries/automations.ts';
import {
  copilotMessageDeleteAll,
  copilotMessageList,
  copilotMessageSetFeedback,
  type CopilotMessageRow,
  type CopilotPlace,
  type ProposalFeedback,
} from './queries/copilot-messages.ts';
import { copilotUsageSince, type CopilotUsage } from './queries/copilot-usage.ts';
import { isId } from '../../base/ids.ts';
import { maskPersonal } from './mask-personal.ts';

/** A stored message. */
export type { CopilotMessageRow as CopilotMessage } from './queries/copilot-messages.ts';

/** The number of messages that the panel shows. */
const pageSize = 60;
const month = 30 * 86_400_000;

/** The conversation of an automation; undefined: the store has no such automation. */
export async function findConversation(
  db: Queryable,
  { storeId, automationId }: CopilotPlace,
): Promise<CopilotPlace | undefined> {
  if (!isId(automationId) || !(await automationFind(db, storeId, automationId))) return undefined;
  return { storeId, automationId };
}

/** The latest messages, and the store's usage today and in 30 days. */
export async function readConversation(
  { db, clock }: { db: Queryable; clock: Clock },
  place: CopilotPlace,
): Promise<{ messages: CopilotMessageRow[]; today: CopilotUsage; recent: CopilotUsage }> {
  const messages = await copilotMessageList(db, place, pageSize);
  const today = await copilotUsageSince(db, place.storeId, dayOf(clock()));
  const recent = await copilotUsageSince(db, place.storeId, dayOf(clock() - month));
  return { messages, today, recent };
}

/** The day of an instant, UTC: `2026-11-21`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Records a person's feedback on an answer, and the reason; false: there is no such answer. */
export async function rateProposal(
  db: Queryable,
  place: CopilotPlace,
  messageId: string,
  { feedback, reason = '' }: { feedback: ProposalFeedback; reason?: string | undefined },
): Promise<boolean> {
  if (!isId(messageId)) return false;
  const why = reason === '' ? null : maskPersonal(reason).slice(0, 300);
  return copilotMessageSetFeedback(db, place, messageId, feedback, why);
}

/** Deletes the conversation about an automation. */
export const clearConversation = (db: Queryable, place: CopilotPlace): Promise<void> =>
  copilotMessageDeleteAll(db, place);
