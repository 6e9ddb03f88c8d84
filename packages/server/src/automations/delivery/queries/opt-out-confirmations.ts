import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRows } from '../../../base/postgres/query.ts';
import type { OptOutKey } from '../../../base/contacts/opt-outs.ts';

/** COM8: the reply to a contact who opted out by reply. */
export type OptOutConfirmation = {
  confirmationId: string;
  storeId: string;
  channel: Channel;
  connectionId: string;
  recipient: string;
  /** Including the current attempt. */
  attempts: number;
  /** The worker of the last attempt died: whether it was sent is unknown. */
  lost: boolean;
};

/** Queues the confirmation of an opt-out, once per opt-out; notifies the workers on commit. */
export const optOutConfirmationInsert = (
  db: Queryable,
  key: OptOutKey & { confirmationId: string; connectionId: string; recipient: string; at: number },
): Promise<void> =>
  execute(db, {
    name: 'opt-out-confirmation-insert',
    text: `
      with stored as (
        insert into opt_out_confirmations (confirmation_id, store_id, channel, contact_hash, connection_id, recipient, due_at)
        values ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0))
        on conflict (store_id, channel, contact_hash) do nothing
        returning 1)
      select pg_notify('retoma_queue', current_schema()) from stored`,
    values: [key.confirmationId, key.storeId, key.channel, key.contactHash, key.connectionId, key.recipient, key.at],
  });

/** Deletes the confirmation of a contact who opted in again, so that the next opt-out is confirmed again. */
export const optOutConfirmationForget = (db: Queryable, { storeId, channel, contactHash }: OptOutKey): Promise<void> =>
  execute(db, {
    name: 'opt-out-confirmation-forget',
    text: 'delete from opt_out_confirmations where store_id = $1 and channel = $2 and contact_hash = $3',
    values: [storeId, channel, contactHash],
  });

/** Claims due confirmations until `until`; milliseconds, like `now`. One that is still unsettled after `until` is `lost`. */
export const optOutConfirmationTake = (
  db: Queryable,
  now: number,
  until: number,
  limit: number,
): Promise<OptOutConfirmation[]> =>
  queryRows(db, {
    name: 'opt-out-confirmation-take',
    text: `
      with due as (
        select confirmation_id, state from opt_out_confirmations
        where due_at <= to_timestamp($1 / 1000.0) order by due_at limit $3 for update skip locked)
      update opt_out_confirmations c
      set state = 'sending', attempts = attempts + 1, due_at = to_timestamp($2 / 1000.0)
      from due where c.confirmation_id = due.confirmation_id
      returning c.confirmation_id as "confirmationId", c.store_id as "storeId", c.channel, c.connection_id as "connectionId",
        c.recipient, c.attempts, due.state = 'sending' as lost`,
    values: [now, until, limit],
  });

/** Writes the outcome of an attempt; `retryAt` in milliseconds, for a retry. A final outcome deletes the recipient's address. */
export async function optOutConfirmationSettle(
  db: Queryable,
  confirmationId: string,
  outcome: { state: 'sent' | 'failed' | 'unknown' } | { retryAt: number },
): Promise<void> {
  const isOver = 'state' in outcome;
  await execute(db, {
    name: 'opt-out-confirmation-settle',
    text: `
      update opt_out_confirmations
      set state = $2, due_at = to_timestamp($3::float8 / 1000.0), recipient = case when $3 is null then null else recipient end
      where confirmation_id = $1 and state = 'sending'`,
    values: [confirmationId, isOver ? outcome.state : 'waiting', isOver ? null : outcome.retryAt],
  });
}

/** Deletes confirmations with their addresses. */
export const optOutConfirmationErase = (
  db: Queryable,
  storeId: string,
  contactHashes: readonly Buffer[],
): Promise<void> =>
  execute(db, {
    text: 'delete from opt_out_confirmations where store_id = $1 and contact_hash = any($2::bytea[])',
    values: [storeId, contactHashes],
  });
