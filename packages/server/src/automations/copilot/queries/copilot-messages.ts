import { firstIdOf } from '../../../base/ids.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, affectsOne, execute, queryRows } from '../../../base/postgres/query.ts';
import type { DeleteBatch } from '../../../base/retention/retention.ts';

/** The kind of a message in a conversation with the copilot. */
export type CopilotKind = 'question' | 'answer' | 'proposal' | 'unsure' | 'refused' | 'stopped' | 'failed';

/** The user's feedback to an answer. */
export type ProposalFeedback = 'applied' | 'declined' | 'unhelpful';

/** One message. `proposal` is JSON; `costMicros`: millionths of a US dollar. */
export type CopilotMessageRow = {
  messageId: string;
  userId: string | null;
  kind: CopilotKind;
  body: string;
  proposal: string | null;
  feedback: ProposalFeedback | null;
  inputTokens: number;
  outputTokens: number;
  costMicros: number | null;
  at: Date;
};

/** The key of a conversation. */
export type CopilotPlace = { readonly storeId: string; readonly automationId: string };

/** The most stored messages of one conversation. */
const maxStoredMessages = 200;

/** Stores a message; deletes the oldest messages beyond the limit. */
export async function copilotMessageInsert(
  db: Queryable,
  { storeId, automationId }: CopilotPlace,
  message: Omit<CopilotMessageRow, 'feedback'>,
): Promise<void> {
  await execute(db, {
    text: `insert into copilot_messages (message_id, store_id, automation_id, user_id, kind, body, proposal, input_tokens,
       output_tokens, cost_micros, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      message.messageId,
      storeId,
      automationId,
      message.userId,
      message.kind,
      message.body,
      message.proposal,
      message.inputTokens,
      message.outputTokens,
      message.costMicros,
      message.at,
    ],
  });
  await execute(db, {
    text: `delete from copilot_messages where automation_id = $1 and message_id <= (
       select message_id from copilot_messages where automation_id = $1 order by message_id desc offset ${maxStoredMessages} limit 1)`,
    values: [automationId],
  });
}

/** The last messages about an automation of a store, oldest first. */
export async function copilotMessageList(
  db: Queryable,
  { storeId, automationId }: CopilotPlace,
  limit: number,
): Promise<CopilotMessageRow[]> {
  const rows = await queryRows<CopilotMessageRow>(db, {
    text: `select message_id as "messageId", user_id as "userId", kind, body, proposal, feedback, input_tokens as "inputTokens",
       output_tokens as "outputTokens", cost_micros::float8 as "costMicros", at
     from copilot_messages where store_id = $1 and automation_id = $2 order by message_id desc limit $3`,
    values: [storeId, automationId, limit],
  });
  return rows.reverse();
}

/** Records the feedback to an answer; false if there is no such answer. */
export const copilotMessageSetFeedback = (
  db: Queryable,
  { storeId, automationId }: CopilotPlace,
  messageId: string,
  feedback: ProposalFeedback,
  reason: string | null,
): Promise<boolean> =>
  affectsOne(db, {
    text: `update copilot_messages set feedback = $4, reason = $5
     where store_id = $1 and automation_id = $2 and message_id = $3 and kind <> 'question'`,
    values: [storeId, automationId, messageId, feedback, reason],
  });

/** Deletes the conversation about an automation; its usage stays counted. */
export const copilotMessageDeleteAll = (db: Queryable, { storeId, automationId }: CopilotPlace): Promise<void> =>
  execute(db, {
    text: 'delete from copilot_messages where store_id = $1 and automation_id = $2',
    values: [storeId, automationId],
  });

/** Deletes up to `limit` messages from before `until`; ids begin with their instant, so the primary key serves as the index. */
export const copilotMessageForget: DeleteBatch = (db, until, limit) =>
  affectedRows(db, {
    name: 'copilot-message-forget',
    text: `delete from copilot_messages where message_id in (
       select message_id from copilot_messages where message_id < $1 order by message_id limit $2 for update skip locked)`,
    values: [firstIdOf(until), limit],
  });
