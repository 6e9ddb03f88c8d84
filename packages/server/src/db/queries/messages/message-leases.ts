import { byteas, columns, float8s, texts, uuids } from '../../driver/columns.ts';
import type { Queryable } from '../../pool.ts';
import { guardsText, type OutboxMessage } from './messages.ts';

/** Messages that one worker sends for the first time, reserved by one transaction. Instants in milliseconds. */
export type MessageLease = {
  lease: string;
  until: number;
  reservedAt: number;
  outboxMessages: readonly OutboxMessage[];
};

const outboxMessageColumns = columns<OutboxMessage>(
  uuids(({ runId }) => runId),
  texts(({ message }) => message),
  uuids(({ connectionId }) => connectionId),
  texts(({ recipient }) => recipient),
  texts(({ content }) => content),
  float8s(({ dueAt }) => dueAt),
  texts(guardsText),
  byteas(({ person }) => person),
);

/** Stores outbox messages, before their providers are called (RUN13). */
export async function messageLeaseInsert(db: Queryable, held: MessageLease): Promise<void> {
  const { lease, until, reservedAt, outboxMessages } = held;
  await db.query({
    name: 'message-lease-insert',
    text: `
      insert into message_leases (lease, until, reserved_at, run_ids, messages, connection_ids, recipients, contents, due_at,
        guards, people)
      values ($1, to_timestamp($2 / 1000.0), to_timestamp($3 / 1000.0), $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [lease, until, reservedAt, ...outboxMessageColumns(outboxMessages)],
  });
}

/**
 * Of these leases, those that no other worker has taken over: locked until the transaction ends, or removed where every message of
 * them is written down by it (`complete`).
 */
export async function messageLeaseLock(
  db: Queryable,
  complete: readonly string[],
  partial: readonly string[],
): Promise<ReadonlySet<string>> {
  if (complete.length === 0 && partial.length === 0) return new Set();
  const { rows } = await db.query<{ lease: string }>({
    name: 'message-lease-take',
    text: `
      with gone as (delete from message_leases where lease = any($1::uuid[]) returning lease),
      kept as (select lease from message_leases where lease = any($2::uuid[]) order by lease for update)
      select lease from gone union all select lease from kept`,
    values: [complete, partial],
  });
  return new Set(rows.map(({ lease }) => lease));
}

/**
 * Takes over the leases that have ended: their messages become rows of the ledger like any other whose lease is over. Answers how
 * many messages that were.
 */
export async function messageLeaseUnfold(db: Queryable, now: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'message-lease-unfold',
    text: `
      with over as (
        delete from message_leases where lease = any(array(
          select lease from message_leases where until <= to_timestamp($1 / 1000.0) for update skip locked))
        returning lease)
      insert into messages (run_id, message, store_id, channel, connection_id, state, reason, recipient, content, due_at, guards,
        attempts, next_at, lease, person, reserved_at)
      select l.run_id, l.message, l.store_id, l.channel, l.connection_id, l.state, l.reason, l.recipient, l.content, l.due_at,
        l.guards, l.attempts, l.next_at, l.lease, l.person, l.reserved_at
      from over join leased_messages l on l.lease = over.lease
      on conflict (run_id, message) do nothing`,
    values: [now],
  });
  return rowCount ?? 0;
}
