// WHK9: the messages of an endpoint, for its log, and their replay. Instants in milliseconds since 1970.
import type { WebhookEventType } from '@retoma/commerce';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, affectsOne, execute, queryRow, queryRows } from '../../../base/postgres/query.ts';

/** WHK2: the states of a message. `failed`: given up; `cancelled`: its endpoint was disabled, or its person erased. */
export const messageStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;

/** A state of a message. */
export type MessageState = (typeof messageStates)[number];

/** A message of an endpoint. */
export type WebhookMessage = {
  readonly messageId: string;
  /** Its place among the messages of all endpoints: the cursor of a list. */
  readonly seq: string;
  readonly type: WebhookEventType | 'ping';
  /** The checkout, else the order, else the event. */
  readonly subject: string;
  readonly state: MessageState;
  /** How often it was tried since it was written or replayed. */
  readonly attempts: number;
  /** Null: it is not tried again. */
  readonly nextAttemptAt: number | null;
  readonly settledAt: number | null;
  readonly createdAt: number;
};

/** One attempt to deliver a message. */
export type WebhookAttempt = {
  readonly at: number;
  readonly durationMs: number;
  /** Of the response; null: there was none. */
  readonly status: number | null;
  /** The first kilobyte of the response; null: there was none. */
  readonly response: string | null;
  /** Why it failed: `HTTP_ERROR`, or the name of a failed call (http-client.ts); null: it succeeded. */
  readonly error: string | null;
};

const columns = `m.message_id as "messageId", m.seq::text as seq, m.type, m.subject, m.state, m.attempts,
  ${milliseconds('m.next_attempt_at')} as "nextAttemptAt", ${milliseconds('m.settled_at')} as "settledAt",
  ${milliseconds('m.created_at')} as "createdAt"`;

/** Which messages of an endpoint are listed. */
export type MessageFilter = {
  readonly type?: WebhookEventType | 'ping' | undefined;
  readonly state?: MessageState | undefined;
  /** The id of a checkout or of an order. */
  readonly subject?: string | undefined;
  /** Only messages with a lower place. */
  readonly before?: string | undefined;
  readonly limit: number;
};

/** The messages of an endpoint, the newest first. */
export const webhookMessageList = (
  db: Queryable,
  endpointId: string,
  { type, state, subject, before, limit }: MessageFilter,
): Promise<WebhookMessage[]> =>
  queryRows(db, {
    text: `select ${columns} from webhook_messages m
           where m.endpoint_id = $1 ${subject === undefined ? 'and $4::uuid is null' : ofSubject}
             and ($2::text is null or m.type = $2) and ($3::text is null or m.state = $3) and ($5::bigint is null or m.seq < $5)
           order by m.seq desc limit $6`,
    values: [endpointId, type ?? null, state ?? null, subject ?? null, before ?? null, limit],
  });

/** Messages about an order have its checkout as their subject, if there is one. */
const ofSubject = `and m.subject in ($4::uuid, (select checkout_id from orders where order_id = $4::uuid))`;

/** A message of an endpoint with its body; `body` null: it was erased. */
export const webhookMessageFind = (
  db: Queryable,
  endpointId: string,
  messageId: string,
): Promise<(WebhookMessage & { readonly body: string | null }) | undefined> =>
  queryRow(db, {
    name: 'webhook-message-find',
    text: `select ${columns}, m.body from webhook_messages m where m.endpoint_id = $1 and m.message_id = $2`,
    values: [endpointId, messageId],
  });

/** The attempts of a message, the newest first; at most 100. */
export const webhookAttemptList = (db: Queryable, endpointId: string, messageId: string): Promise<WebhookAttempt[]> =>
  queryRows(db, {
    name: 'webhook-attempt-list',
    text: `select ${milliseconds('at')} as at, duration_ms as "durationMs", status, response, error
           from webhook_attempts where endpoint_id = $1 and message_id = $2 order by webhook_attempts.at desc limit 100`,
    values: [endpointId, messageId],
  });

/** Makes a settled message due again, with all its attempts; false: it waits already, or its body was erased. */
export const webhookMessageReplay = (
  tx: Queryable,
  endpointId: string,
  messageId: string,
  at: number,
): Promise<boolean> =>
  affectsOne(tx, {
    name: 'webhook-message-replay',
    text: `update webhook_messages set state = 'pending', attempts = 0, settled_at = null, next_attempt_at = to_timestamp($3 / 1000.0)
           where endpoint_id = $1 and message_id = $2 and state <> 'pending' and body is not null`,
    values: [endpointId, messageId, at],
  });

/** Makes up to `limit` missed messages since an instant due again, the oldest first. Returns how many. */
export const webhookMessageReplayMissed = (
  tx: Queryable,
  endpointId: string,
  { since, at, limit }: { since: number; at: number; limit: number },
): Promise<number> =>
  affectedRows(tx, {
    name: 'webhook-message-replay-missed',
    text: `update webhook_messages set state = 'pending', attempts = 0, settled_at = null, next_attempt_at = to_timestamp($3 / 1000.0)
           where ctid = any(array(
             select ctid from webhook_messages where endpoint_id = $1 and state in ('failed', 'cancelled')
               and created_at >= to_timestamp($2 / 1000.0) and body is not null
             order by created_at limit $4 for update))`,
    values: [endpointId, since, at, limit],
  });

/** Writes a message with a body of its own: a ping, or a test. */
export const webhookMessageInsert = (
  tx: Queryable,
  message: Pick<WebhookMessage, 'messageId' | 'type'> & {
    endpointId: string;
    storeId: string;
    body: string;
    at: number;
  },
): Promise<void> =>
  execute(tx, {
    name: 'webhook-message-insert',
    text: `insert into webhook_messages (endpoint_id, message_id, store_id, type, subject, body, state, next_attempt_at)
           values ($1, $2, $3, $4, $2, $5, 'pending', to_timestamp($6 / 1000.0))`,
    values: [message.endpointId, message.messageId, message.storeId, message.type, message.body, message.at],
  });
