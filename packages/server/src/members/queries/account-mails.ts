import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryRows } from '../../base/postgres/query.ts';
import { deleteOldest } from '../../base/retention/retention.ts';

/** An e-mail that is due. */
export type DueAccountMail = {
  readonly mailId: string;
  /** The user who gets it; null: `recipient` is its address. */
  readonly recipientId: string | null;
  readonly recipient: string | null;
  readonly kind: string;
  readonly details: unknown;
};

/** A queued e-mail: to a user, or to an address. */
export type NewAccountMail =
  | { readonly mailId: string; readonly recipientId: string; readonly recipient?: undefined }
  | { readonly mailId: string; readonly recipient: string; readonly recipientId?: undefined };

/** Queues e-mails, due at once. `at` in milliseconds. */
export const accountMailInsertMany = (
  db: Queryable,
  mails: readonly NewAccountMail[],
  { kind, details, at }: { kind: string; details: object; at: number },
): Promise<void> =>
  execute(db, {
    text: `insert into account_mails (mail_id, recipient_id, recipient, kind, details, created_at, next_attempt_at)
     select m.mail_id, m.recipient_id, m.recipient, $4, $5, to_timestamp($6 / 1000.0), to_timestamp($6 / 1000.0)
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as m (mail_id, recipient_id, recipient)`,
    values: [
      mails.map(({ mailId }) => mailId),
      mails.map(({ recipientId }) => recipientId ?? null),
      mails.map(({ recipient }) => recipient ?? null),
      kind,
      JSON.stringify(details),
      at,
    ],
  });

/**
 * Claims up to `limit` e-mails that are due at `now`. No other worker claims them before the lease ends; `leaseMs` doubles with each
 * attempt, up to an hour. Milliseconds.
 */
export const accountMailClaim = (
  db: Queryable,
  { now, leaseMs, limit }: { now: number; leaseMs: number; limit: number },
): Promise<DueAccountMail[]> =>
  queryRows(db, {
    text: `update account_mails m set attempts = attempts + 1,
       next_attempt_at = to_timestamp(($1::float8 + least($2::float8 * 2 ^ least(m.attempts, 20), 3600000)) / 1000.0)
     where mail_id in (select mail_id from account_mails where next_attempt_at <= to_timestamp($1::float8 / 1000.0)
                       order by next_attempt_at limit $3 for update skip locked)
     returning mail_id as "mailId", recipient_id as "recipientId", recipient, kind, details`,
    values: [now, leaseMs, limit],
  });

/** Deletes an e-mail that was sent. */
export const accountMailDelete = (db: Queryable, mailId: string): Promise<void> =>
  execute(db, { text: 'delete from account_mails where mail_id = $1', values: [mailId] });

/** Deletes e-mails about accounts that were queued before an instant. */
export const accountMailPurge = deleteOldest('account_mails', 'created_at');
