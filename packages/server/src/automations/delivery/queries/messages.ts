import { textArray, uuidArray } from '../../../base/postgres/driver/binary-array.ts';
import { byteas, columns, float8s, int2s, texts, uuids } from '../../../base/postgres/driver/columns.ts';
import type { Channel } from '@retoma/flow';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRows } from '../../../base/postgres/query.ts';

/** The state of a message of the ledger (RUN13). */
export type MessageState = 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown' | 'skipped';

/** A message's key: run, and step with pass. */
export type MessageKey = { runId: string; messageKey: string };

/** The update of a reservation: a lease (`sending`), the time of the next try (`queued`), or the reason why it is not sent. */
export type LedgerUpdate = MessageKey & {
  state: 'queued' | 'sending' | 'failed' | 'unknown' | 'skipped';
  reason: string | null;
  recipient: string | null;
  content: string | null;
  attempts: number;
  /** Milliseconds: the end of the lease, or the next try. Infinity: until another change. */
  nextAttemptAt: number | null;
  leaseId: string | null;
  /** Milliseconds. */
  reservedAt: number;
  settledAt: number | null;
};

/** The unchanging data of a message that a run wants to send. */
export type OutboxMessage = MessageKey & {
  storeId: string;
  channel: Channel;
  connectionId: string;
  recipient: string | null;
  /** JSON text; null: not composed yet. */
  content: string | null;
  /** Milliseconds. */
  dueAt: number;
  guards: readonly number[];
  /** The contact, if the run waits for replies, opens or clicks. */
  contactHash: Buffer | null;
  /** Milliseconds. */
  reservedAt: number;
};

/** A message to be inserted into the ledger. Instants in milliseconds. */
export type NewMessage = {
  /** `connectionId` null: it was refused, and its channel has no connection. */
  outboxMessage: Omit<OutboxMessage, 'connectionId'> & { connectionId: string | null };
  state: MessageState;
  reason: string | null;
  attempts: number;
  nextAttemptAt: number | null;
  leaseId: string | null;
  providerMessageId: string | null;
  settledAt: number | null;
};

/** Guards as the text of a PostgreSQL array; null: there are none. */
export const guardsText = ({ guards }: Pick<OutboxMessage, 'guards'>): string | null =>
  guards.length === 0 ? null : `{${guards.join(',')}}`;

const newMessageColumns = columns<NewMessage>(
  uuids(({ outboxMessage }) => outboxMessage.runId),
  texts(({ outboxMessage }) => outboxMessage.messageKey),
  uuids(({ outboxMessage }) => outboxMessage.storeId),
  texts(({ outboxMessage }) => outboxMessage.channel),
  uuids(({ outboxMessage }) => outboxMessage.connectionId),
  texts(({ state }) => state),
  texts(({ reason }) => reason),
  texts(({ outboxMessage }) => outboxMessage.recipient),
  texts(({ outboxMessage }) => outboxMessage.content),
  float8s(({ outboxMessage }) => outboxMessage.dueAt),
  texts(({ outboxMessage }) => guardsText(outboxMessage)),
  int2s(({ attempts }) => attempts),
  float8s(({ nextAttemptAt }) => nextAttemptAt),
  uuids(({ leaseId }) => leaseId),
  byteas(({ outboxMessage }) => outboxMessage.contactHash),
  texts(({ providerMessageId }) => providerMessageId),
  float8s(({ outboxMessage }) => outboxMessage.reservedAt),
  float8s(({ settledAt }) => settledAt),
);

/**
 * Inserts messages that wait, and those of a lease with their outcome. The interpreter never repeats a key, so an existing key means that
 * an earlier commit succeeded although its response was lost. With `mayBeThere` existing messages are skipped; otherwise nothing is stored
 * (23505).
 */
export async function messageInsertMany(
  db: Queryable,
  messages: readonly NewMessage[],
  mayBeThere: boolean,
): Promise<void> {
  if (messages.length === 0) return;
  await execute(db, {
    name: mayBeThere ? 'message-insert-missing' : 'message-insert-many',
    text: `
      insert into messages (run_id, message_key, store_id, channel, connection_id, state, reason, recipient, content, due_at,
        guards, attempts, next_attempt_at, lease_id, contact_hash, provider_message_id, reserved_at, settled_at)
      select run_id, message_key, store_id, channel, connection_id, state, reason, recipient, content,
        to_timestamp(due_at / 1000), guards::smallint[], attempts, to_timestamp(next_attempt_at / 1000), lease_id, contact_hash,
        provider_message_id, to_timestamp(reserved_at / 1000), to_timestamp(settled_at / 1000)
      from (select unnest($1::uuid[]) as run_id, unnest($2::text[]) as message_key, unnest($3::uuid[]) as store_id,
        unnest($4::text[]) as channel, unnest($5::uuid[]) as connection_id, unnest($6::text[]) as state,
        unnest($7::text[]) as reason, unnest($8::text[]) as recipient, unnest($9::text[]) as content,
        unnest($10::float8[]) as due_at, unnest($11::text[]) as guards, unnest($12::smallint[]) as attempts,
        unnest($13::float8[]) as next_attempt_at, unnest($14::uuid[]) as lease_id, unnest($15::bytea[]) as contact_hash,
        unnest($16::text[]) as provider_message_id, unnest($17::float8[]) as reserved_at, unnest($18::float8[]) as settled_at) n
      ${mayBeThere ? 'on conflict (run_id, message_key) do nothing' : ''}`,
    values: newMessageColumns(messages),
  });
}

/** RUN21: a message that a member sends again. `now` in milliseconds. */
export type ResentMessage = MessageKey &
  Pick<OutboxMessage, 'storeId' | 'channel' | 'connectionId'> & { requestedBy: string; now: number };

/** Queues a message that is sent again. The caller holds the lock of the run. */
export const messageResendInsert = (db: Queryable, message: ResentMessage): Promise<void> => {
  const { runId, messageKey, storeId, channel, connectionId, requestedBy, now } = message;
  return execute(db, {
    name: 'message-resend-insert',
    text: `
      insert into messages (run_id, message_key, store_id, channel, connection_id, state, due_at, next_attempt_at, reserved_at, requested_by)
      select $1, $2, $3, $4, $5, 'queued', at, at, at, $6 from to_timestamp($7 / 1000.0) at`,
    values: [runId, messageKey, storeId, channel, connectionId, requestedBy, now],
  });
};

const ledgerUpdateColumns = columns<LedgerUpdate>(
  uuids(({ runId }) => runId),
  texts(({ messageKey }) => messageKey),
  texts(({ state }) => state),
  texts(({ reason }) => reason),
  texts(({ recipient }) => recipient),
  texts(({ content }) => content),
  int2s(({ attempts }) => attempts),
  float8s(({ nextAttemptAt }) => nextAttemptAt),
  uuids(({ leaseId }) => leaseId),
  float8s(({ reservedAt }) => reservedAt),
  float8s(({ settledAt }) => settledAt),
);

/** Writes the results of later reservations. The caller holds the locks of the runs. */
export async function messageReserveMany(db: Queryable, updates: readonly LedgerUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  await execute(db, {
    name: 'message-reserve-many',
    text: `
      update messages m set state = n.state, reason = n.reason, recipient = coalesce(n.recipient, m.recipient),
        content = coalesce(n.content, m.content), attempts = n.attempts, next_attempt_at = to_timestamp(n.next_attempt_at / 1000), lease_id = n.lease_id,
        reserved_at = to_timestamp(n.reserved_at / 1000), settled_at = to_timestamp(n.settled_at / 1000)
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::smallint[],
        $8::float8[], $9::uuid[], $10::float8[], $11::float8[])
        as n (run_id, message_key, state, reason, recipient, content, attempts, next_attempt_at, lease_id, reserved_at, settled_at)
      where m.run_id = n.run_id and m.message_key = n.message_key`,
    values: ledgerUpdateColumns(updates),
  });
}

/** The outcome of a message that was sent under a lease. Instants in milliseconds. */
export type MessageOutcome = MessageKey & {
  leaseId: string;
  /** sending: the provider may have accepted it, so it is sent again with the same key. */
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';
  reason: string | null;
  providerMessageId: string | null;
  nextAttemptAt: number | null;
  settledAt: number | null;
};

const outcomeColumns = columns<MessageOutcome>(
  uuids(({ runId }) => runId),
  texts(({ messageKey }) => messageKey),
  uuids(({ leaseId }) => leaseId),
  texts(({ state }) => state),
  texts(({ reason }) => reason),
  texts(({ providerMessageId }) => providerMessageId),
  float8s(({ nextAttemptAt }) => nextAttemptAt),
  float8s(({ settledAt }) => settledAt),
);

/**
 * Writes outcomes of messages that were in the ledger before they were sent; returns the keys and leases of the updated ones. An outcome is
 * ignored if another worker holds the lease or the message is settled (fencing). A message that is settled as unknown still accepts `sent`
 * and `failed`.
 */
export async function messageSettleMany(
  db: Queryable,
  outcomes: readonly MessageOutcome[],
): Promise<(MessageKey & { leaseId: string })[]> {
  if (outcomes.length === 0) return [];
  return queryRows(db, {
    name: 'message-settle-many',
    text: `
      update messages m set state = n.state, reason = n.reason, provider_message_id = coalesce(n.provider_message_id, m.provider_message_id),
        next_attempt_at = to_timestamp(n.next_attempt_at / 1000),
        lease_id = case when n.state in ('sending', 'unknown') then m.lease_id end, settled_at = to_timestamp(n.settled_at / 1000)
      from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::float8[], $8::float8[])
        as n (run_id, message_key, lease_id, state, reason, provider_message_id, next_attempt_at, settled_at)
      where m.run_id = n.run_id and m.message_key = n.message_key and m.lease_id = n.lease_id
        and (m.state = 'sending' or n.state in ('sent', 'failed'))
      returning m.run_id as "runId", m.message_key as "messageKey", n.lease_id as "leaseId"`,
    values: outcomeColumns(outcomes),
  });
}

/** A message that needs work: it is queued, or its lease has expired. */
export type PendingMessage = MessageKey & {
  state: 'queued' | 'sending';
  connectionId: string;
  channel: Channel;
  attempts: number;
  /** sending: its current or last holder. */
  leaseId: string | null;
  /** sending: why it is sent again; null: it is sent for the first time. */
  reason: string | null;
  /** Milliseconds. */
  dueAt: number;
  guards: number[] | null;
  /** RUN21: whether a member asked for it to be sent again. */
  isResend: boolean;
};

const pending = `m.run_id as "runId", m.message_key as "messageKey", m.state, m.connection_id as "connectionId", m.channel, m.attempts, m.lease_id as "leaseId", m.reason,
  ${milliseconds('m.due_at')} as "dueAt", m.guards, m.requested_by is not null as "isResend"`;

/**
 * The keys of due messages, at most `share` of each connection, so that a slow, rate-limited or broken connection does not delay the
 * others. `full`: connections for which this process has no capacity now. Locks nothing.
 */
export const messageListPending = (
  db: Queryable,
  now: number,
  share: number,
  full: readonly string[],
): Promise<MessageKey[]> =>
  queryRows(db, {
    name: 'message-list-pending',
    text: `
      with recursive visited as (
        (select connection_id from messages where next_attempt_at is not null order by connection_id limit 1)
        union all
        select (select n.connection_id from messages n
                where n.next_attempt_at is not null and n.connection_id > v.connection_id order by n.connection_id limit 1)
        from visited v where v.connection_id is not null
      )
      select p.run_id as "runId", p.message_key as "messageKey"
      from visited v cross join lateral (
        select run_id, message_key from messages
        where connection_id = v.connection_id and next_attempt_at is not null and next_attempt_at <= to_timestamp($1 / 1000.0)
        order by next_attempt_at limit $2) p
      where v.connection_id <> all($3::uuid[])`,
    values: [now, share, full],
  });

/** The given messages that are still due. The caller holds the locks of their runs, so the messages cannot change. */
export const messageFindPending = (
  db: Queryable,
  keys: readonly MessageKey[],
  now: number,
): Promise<PendingMessage[]> =>
  queryRows(db, {
    name: 'message-find-pending',
    text: `
      select ${pending} from unnest($1::uuid[], $2::text[]) as k (run_id, message_key)
      join messages m on m.run_id = k.run_id and m.message_key = k.message_key
      where m.next_attempt_at <= to_timestamp($3 / 1000.0)`,
    values: [uuidArray(keys.map(({ runId }) => runId)), textArray(keys.map(({ messageKey }) => messageKey)), now],
  });

/**
 * Makes the waiting messages of runs due now: all of them, or those with this reason. `now` in milliseconds. The caller holds the locks of
 * the runs.
 */
export const messageWakeMany = (
  db: Queryable,
  runIds: readonly string[],
  now: number,
  reason: string | null = null,
): Promise<void> =>
  execute(db, {
    name: 'message-wake-many',
    text: `
      update messages set next_attempt_at = to_timestamp($2 / 1000.0)
      where run_id = any($1::uuid[]) and state = 'queued' and ($3::text is null or reason = $3)`,
    values: [runIds, now, reason],
  });

/** The highest pass of each step's path in the ledger, for runs (RUN19). */
export const messageListPasses = (
  db: Queryable,
  runIds: readonly string[],
): Promise<{ runId: string; path: string; pass: number }[]> =>
  queryRows(db, {
    name: 'message-list-passes',
    text: `
      select run_id as "runId", path, max(pass) as pass
      from (select run_id, regexp_replace(message_key, '#[0-9]+$', '') as path, substring(message_key from '[0-9]+$')::int as pass
            from (select run_id, message_key from messages where run_id = any($1::uuid[])
                  union all select run_id, message_key from leased_messages where run_id = any($1::uuid[])) sent) m
      group by run_id, path`,
    values: [runIds],
  });
