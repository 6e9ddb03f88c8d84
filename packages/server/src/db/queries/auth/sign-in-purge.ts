import type { Queryable } from '../../pool.ts';

/** Tables whose rows expire, with their key and the column of the expiry. */
const endings = {
  sessions: ['token_sha256', 'expires_at'],
  password_resets: ['token_sha256', 'expires_at'],
  sign_in_attempts: ['subject', 'window_ends'],
  known_browsers: ['ctid', 'expires_at'],
  passkey_challenges: ['challenge_sha256', 'expires_at'],
  email_changes: ['token_sha256', 'expires_at'],
  invitations: ['invitation_id', 'expires_at'],
  account_mails: ['mail_id', 'created_at'],
} as const;

/** Deletes up to `limit` rows of one table that expired before `until`, in milliseconds; returns how many. */
export async function signInPurge(
  db: Queryable,
  table: keyof typeof endings,
  until: number,
  limit: number,
): Promise<number> {
  const [key, end] = endings[table];
  const { rowCount } = await db.query(
    `delete from ${table} where ${key} in (
       select ${key} from ${table} where ${end} < to_timestamp($1 / 1000.0) order by ${end} limit $2 for update skip locked)`,
    [until, limit],
  );
  return rowCount ?? 0;
}
