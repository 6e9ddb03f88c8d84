import { byteas, columns, float8s, texts, uuids } from '../../../base/postgres/driver/columns.ts';
import type { Database, Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, execute, queryColumn, queryOneValue, queryRows } from '../../../base/postgres/query.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { guardsText, type OutboxMessage } from './messages.ts';

/** Messages that one worker sends for the first time, reserved in one transaction. Instants in milliseconds. */
export type MessageLease = {
  leaseId: string;
  expiresAt: number;
  reservedAt: number;
  outboxMessages: readonly OutboxMessage[];
};

const outboxMessageColumns = columns<OutboxMessage>(
  uuids(({ runId }) => runId),
  texts(({ messageKey }) => messageKey),
  uuids(({ connectionId }) => connectionId),
  texts(({ recipient }) => recipient),
  texts(({ content }) => content),
  float8s(({ dueAt }) => dueAt),
  texts(guardsText),
  byteas(({ contactHash }) => contactHash),
);

/** Stores outbox messages, before their providers are called (RUN13). */
export async function messageLeaseInsert(db: Queryable, held: MessageLease): Promise<void> {
  const { leaseId: lease, expiresAt: until, reservedAt, outboxMessages } = held;
  await execute(db, {
    name: 'message-lease-insert',
    text: `
      insert into message_leases (lease_id, expires_at, reserved_at, run_ids, message_keys, connection_ids, recipients, contents, due_at,
        guards, contact_hashes)
      values ($1, to_timestamp($2 / 1000.0), to_timestamp($3 / 1000.0), $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [lease, until, reservedAt, ...outboxMessageColumns(outboxMessages)],
  });
}

/**
 * Locks leases until the transaction ends, or deletes those of which this transaction records every message (`complete`). Returns the
 * leases that still exist: another worker has taken over the missing ones.
 */
export async function messageLeaseLock(
  db: Queryable,
  complete: readonly string[],
  partial: readonly string[],
): Promise<ReadonlySet<string>> {
  if (complete.length === 0 && partial.length === 0) return new Set();
  const rows = await queryRows<{ leaseId: string }>(db, {
    name: 'message-lease-lock',
    text: `
      with gone as (delete from message_leases where lease_id = any($1::uuid[]) returning lease_id),
      kept as (select lease_id from message_leases where lease_id = any($2::uuid[]) order by lease_id for update)
      select lease_id as "leaseId" from gone union all select lease_id from kept`,
    values: [complete, partial],
  });
  return new Set(rows.map(({ leaseId: lease }) => lease));
}

/**
 * Ends leases that the caller has locked: their messages are inserted into the ledger, each with its lease. Returns the number of messages.
 * Two statements: Citus runs a deletion in `with` before the rest, which then finds no lease.
 */
export async function messageLeaseRecord(tx: Queryable, leaseIds: readonly string[]): Promise<number> {
  const recorded = await affectedRows(tx, {
    name: 'message-lease-record',
    text: `
      insert into messages (run_id, message_key, store_id, channel, connection_id, state, reason, recipient, content, due_at, guards,
        attempts, next_attempt_at, lease_id, contact_hash, reserved_at)
      select l.run_id, l.message_key, l.store_id, l.channel, l.connection_id, l.state, l.reason, l.recipient, l.content, l.due_at,
        l.guards, l.attempts, l.next_attempt_at, l.lease_id, l.contact_hash, l.reserved_at
      from leased_messages l where l.lease_id = any($1::uuid[])
      on conflict (run_id, message_key) do nothing`,
    values: [leaseIds],
  });
  await execute(tx, {
    name: 'message-lease-delete',
    text: 'delete from message_leases where lease_id = any($1::uuid[])',
    values: [leaseIds],
  });
  return recorded;
}

/** Records the messages of the expired leases (`messageLeaseRecord`). Returns the number of messages. */
export async function messageLeaseUnfold(db: Database, now: number): Promise<number> {
  const expired = 'from message_leases where expires_at <= to_timestamp($1 / 1000.0)';
  const values = [now];
  const isAny = { name: 'message-lease-is-expired', text: `select exists (select ${expired}) as expired`, values };
  if (!(await queryOneValue<boolean>(db, isAny))) return 0;
  const take = { name: 'message-lease-take', text: `select lease_id ${expired} for update skip locked`, values };
  return inTransaction(db, async (tx) => messageLeaseRecord(tx, await queryColumn(tx, take)));
}
