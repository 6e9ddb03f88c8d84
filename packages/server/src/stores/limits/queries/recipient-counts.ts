import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import { shiftedInstant } from '../../../base/postgres/driver/shifted-instant.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { deleteOldest } from '../../../base/retention/retention.ts';
import { execute, queryColumn, queryRows } from '../../../base/postgres/query.ts';

/** A recipient at a store: the hash of their contact key, and the key itself (contact-hash.ts). */
export type CountedRecipient = {
  readonly storeId: string;
  readonly contactHash: Buffer;
  readonly kind: 'email' | 'phone';
  readonly key: string;
};

/** The count of a recipient. `since`: when it began, in milliseconds. */
type RecipientCount = {
  readonly storeId: string;
  readonly contactHash: Buffer;
  readonly since: number;
  readonly sent: number;
};

/** How long messages to a recipient are counted together, in milliseconds. */
export const countedMs = 24 * 60 * 60_000;

// An interval in the text: Citus has no parameters in `on conflict` of an insert that selects.
const isOver = `c.since <= ${shiftedInstant('excluded.since', `interval '-${countedMs} milliseconds'`)}`;

/**
 * Counts messages to recipients, who must be distinct, and returns their counts. A count that is older than `countedMs` restarts. Rows are
 * locked in one order, so that batches at once do not block each other.
 */
export const recipientCountAdd = (
  db: Queryable,
  added: readonly (Pick<CountedRecipient, 'storeId' | 'contactHash'> & { readonly messages: number })[],
  now: number,
): Promise<RecipientCount[]> =>
  queryRows(db, {
    name: 'recipient-count-add',
    text: `
      insert into recipient_counts as c (store_id, contact_hash, since, sent)
      select store_id, contact_hash, to_timestamp($4::float8 / 1000), messages
      from unnest($1::uuid[], $2::bytea[], $3::int[]) as added (store_id, contact_hash, messages)
      order by store_id, contact_hash
      on conflict (store_id, contact_hash) do update set
        since = case when ${isOver} then excluded.since else c.since end,
        sent = excluded.sent + case when ${isOver} then 0 else c.sent end
      returning store_id as "storeId", contact_hash as "contactHash", sent,
        ${milliseconds('since')} as since`,
    values: [
      added.map(({ storeId }) => storeId),
      added.map(({ contactHash }) => contactHash),
      added.map(({ messages }) => messages),
      now,
    ],
  });

/** Takes back messages that were counted and not sent. */
export const recipientCountSubtract = (
  db: Queryable,
  { storeId, contactHash }: Pick<CountedRecipient, 'storeId' | 'contactHash'>,
  messages: number,
): Promise<void> =>
  execute(db, {
    text: 'update recipient_counts set sent = greatest(0, sent - $3) where store_id = $1 and contact_hash = $2',
    values: [storeId, contactHash, messages],
  });

/** The positions of the recipients who have paid at their store. Each lookup uses an index. */
export const payingRecipients = (db: Queryable, recipients: readonly CountedRecipient[]): Promise<number[]> =>
  queryColumn(db, {
    name: 'paying-recipients',
    text: `
      select n::int - 1 from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as r (store_id, kind, key, n)
      where (kind = 'email' and exists (
          select from orders o where o.store_id = r.store_id and o.buyer = md5(r.key)::uuid and o.status = 'paid'))
        or (kind = 'phone' and exists (
          select from orders o where o.store_id = r.store_id and o.customer is not null
            and phone_key(sanitize_json(o.customer)->>'phone') = r.key and o.status = 'paid'))`,
    values: [
      recipients.map(({ storeId }) => storeId),
      recipients.map(({ kind }) => kind),
      recipients.map(({ key }) => key),
    ],
  });

/** Deletes counts that would restart anyway. */
export const recipientCountPurge = deleteOldest('recipient_counts', 'since');
