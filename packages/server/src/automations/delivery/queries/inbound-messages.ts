import type { Channel } from '@retoma/flow';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, queryRow, queryRows } from '../../../base/postgres/query.ts';
import type { MessageKey } from './messages.ts';

/** A customer's reaction to a message. */
export type InboundKind = 'reply' | 'open' | 'click';

/** A reaction received over a connection. Instants in milliseconds. */
export type InboundMessageRow = {
  connectionId: string;
  /** The provider's id, unique in the connection. */
  inboundId: string;
  kind: InboundKind;
  receivedAt: number;
};

/** A sent message that a reaction may refer to. */
export type AnsweredMessage = MessageKey & {
  contactHash: Buffer;
  /** When the message was reserved for sending, in milliseconds. */
  reservedAt: number;
  /** Whether its run has finished. */
  over: boolean;
};

/** The store and the channel of a connection, active or not: a reply may arrive after another connection has replaced it. */
export const inboundConnectionFind = (
  db: Queryable,
  connectionId: string,
): Promise<{ storeId: string; channel: Channel } | undefined> =>
  queryRow(db, {
    name: 'inbound-connection-find',
    text: 'select store_id as "storeId", channel from connections where connection_id = $1',
    values: [connectionId],
  });

/**
 * Records a reaction with the message that it refers to; false if it was recorded before. Waits for another transaction that records the
 * same one.
 */
export const inboundMessageInsert = (
  db: Queryable,
  storeId: string,
  { connectionId, inboundId, kind, receivedAt }: InboundMessageRow,
  answered: MessageKey | undefined,
): Promise<boolean> =>
  affectsOne(db, {
    name: 'inbound-message-insert',
    text: `
      insert into inbound_messages (connection_id, inbound_id, store_id, kind, run_id, message_key, received_at)
      values ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0)) on conflict do nothing`,
    values: [connectionId, inboundId, storeId, kind, answered?.runId ?? null, answered?.messageKey ?? null, receivedAt],
  });

/** Whether one of these reactions was received over a connection. */
export const inboundMessageExists = async (
  db: Queryable,
  connectionId: string,
  inboundIds: readonly string[],
): Promise<boolean> =>
  (await queryRow(db, {
    name: 'inbound-message-exists',
    text: 'select from inbound_messages where connection_id = $1 and inbound_id = any($2) limit 1',
    values: [connectionId, inboundIds],
  })) !== undefined;

const answered = `m.run_id as "runId", m.message_key as "messageKey", m.contact_hash as "contactHash",
  ${milliseconds('m.reserved_at')} as "reservedAt", r.finished_at is not null as over`;

/** The states of a message that the customer may have received; `sending`: the outcome is not recorded yet. */
const mayHaveArrived = `('sending', 'sent', 'delivered', 'read', 'unknown')`;

/**
 * The message of a key from a link, a tracking pixel or another marker, if it was sent over this connection and its run waits for
 * reactions.
 */
export const answeredFindByKey = (
  db: Queryable,
  connectionId: string,
  { runId, messageKey }: MessageKey,
): Promise<AnsweredMessage | undefined> =>
  queryRow(db, {
    name: 'answered-find-by-key',
    text: `
      select ${answered}
      from (
        select run_id, message_key, contact_hash, reserved_at from messages
        where run_id = $2 and message_key = $3 and connection_id = $1 and state in ${mayHaveArrived}
        union all
        select run_id, message_key, contact_hash, reserved_at from leased_messages
        where $2 = any(lease_runs) and run_id = $2 and message_key = $3 and connection_id = $1) m
      join runs r on r.run_id = m.run_id
      where m.contact_hash is not null`,
    values: [connectionId, runId, messageKey],
  });

/** The message with this provider id, if its run waits for reactions. */
export const answeredFindByProviderId = (
  db: Queryable,
  connectionId: string,
  providerId: string,
): Promise<AnsweredMessage | undefined> =>
  queryRow(db, {
    name: 'answered-find-by-provider-id',
    text: `
      select ${answered} from messages m join runs r on r.run_id = m.run_id
      where m.connection_id = $1 and m.provider_message_id = $2 and m.contact_hash is not null
      order by m.settled_at desc nulls first limit 1`,
    values: [connectionId, providerId],
  });

/**
 * The newest message to a contact whose run waits for reactions: one that is being sent, else the newest one settled since an instant
 * (milliseconds).
 */
export const answeredFindNewest = (
  db: Queryable,
  connectionId: string,
  contactHash: Buffer,
  since: number,
): Promise<AnsweredMessage | undefined> =>
  queryRow(db, {
    name: 'answered-find-newest',
    text: `
      select ${answered}
      from (
        (select run_id, message_key, contact_hash, reserved_at, settled_at from messages
         where connection_id = $1 and contact_hash = $2 and state in ${mayHaveArrived}
           and (settled_at is null or settled_at >= to_timestamp($3 / 1000.0))
         order by settled_at desc nulls first, reserved_at desc, run_id desc limit 1)
        union all
        select run_id, message_key, contact_hash, reserved_at, null from leased_messages
        where $2 = any(lease_contacts) and connection_id = $1 and contact_hash = $2) m
      join runs r on r.run_id = m.run_id
      order by m.settled_at desc nulls first, m.reserved_at desc, m.run_id desc limit 1`,
    values: [connectionId, contactHash, since],
  });

/** The reactions to the messages of a run, oldest first. */
export const inboundListOf = (
  db: Queryable,
  runId: string,
): Promise<{ messageKey: string; kind: InboundKind; receivedAt: Date }[]> =>
  queryRows(db, {
    text: `select message_key as "messageKey", kind, received_at as "receivedAt" from inbound_messages
     where run_id = $1 and message_key is not null and kind in ('reply', 'open', 'click') order by received_at`,
    values: [runId],
  });

/** A customer's reply to a message of a run; its text is not stored. */
export type ListedReply = { inboundId: string; runId: string; receivedAt: Date };

/** The replies to the messages of several runs, the newest first. */
export const replyListOfRuns = (db: Queryable, runIds: readonly string[]): Promise<ListedReply[]> =>
  queryRows(db, {
    text: `select inbound_id::text as "inboundId", run_id as "runId", received_at as "receivedAt" from inbound_messages
     where run_id = any($1::uuid[]) and kind = 'reply' order by received_at desc`,
    values: [runIds],
  });
