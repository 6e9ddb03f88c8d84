import type { Queryable } from '../../pool.ts';
import { execute, queryOne, queryRows } from '../../query.ts';

/** An e-mail that is due. */
export type DueAccountMail = {
  readonly mailId: string;
  readonly recipient: string;
  readonly kind: string;
  readonly details: unknown;
};

/** Reads an alert's recipients (the owners of the stores, and the account) and the names of the store and the users that it mentions. */
export const accountMailContext = (
  db: Queryable,
  alert: { storeIds: readonly string[]; accountId: string | null; byId: string | null; aboutId: string | null },
): Promise<{ recipients: string[]; store: string | null; by: string | null; about: string | null }> =>
  queryOne(db, {
    text: `select
       array(select u.email from memberships m join users u using (user_id) join stores s using (store_id)
             where m.store_id = any ($1::uuid[]) and m.role = 'owner' and s.deleted_at is null
             union select email from users where user_id = $2 order by 1) as recipients,
       (select name from stores where store_id = $1[1]) as store,
       (select email from users where user_id = $3) as by,
       (select email from users where user_id = $4) as about`,
    values: [alert.storeIds, alert.accountId, alert.byId, alert.aboutId],
  });

/** Queues e-mails, due at once. `at` in milliseconds. */
export const accountMailInsertMany = (
  db: Queryable,
  mails: readonly { mailId: string; recipient: string }[],
  { kind, details, at }: { kind: string; details: object; at: number },
): Promise<void> =>
  execute(db, {
    text: `insert into account_mails (mail_id, recipient, kind, details, created_at, next_attempt_at)
     select m.mail_id, m.recipient, $3, $4, to_timestamp($5 / 1000.0), to_timestamp($5 / 1000.0)
     from unnest($1::uuid[], $2::text[]) as m (mail_id, recipient)`,
    values: [
      mails.map(({ mailId }) => mailId),
      mails.map(({ recipient }) => recipient),
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
     returning mail_id as "mailId", recipient, kind, details`,
    values: [now, leaseMs, limit],
  });

/** Deletes an e-mail that was sent. */
export const accountMailDelete = (db: Queryable, mailId: string): Promise<void> =>
  execute(db, { text: 'delete from account_mails where mail_id = $1', values: [mailId] });
