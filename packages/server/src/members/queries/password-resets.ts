import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, execute, queryRow } from '../../base/postgres/query.ts';

// Instants in milliseconds. The database stores only the SHA-256 of a token.

/** Stores a token that may set the password of a user. */
export const passwordResetInsert = (
  db: Queryable,
  reset: { hash: Buffer; userId: string; at: number; expiresAt: number },
): Promise<void> =>
  execute(db, {
    text: `insert into password_resets (token_sha256, user_id, created_at, expires_at)
     values ($1, $2, to_timestamp($3 / 1000.0), to_timestamp($4 / 1000.0))`,
    values: [reset.hash, reset.userId, reset.at, reset.expiresAt],
  });

/** The user whose password a token may set; undefined if the token is unknown, used or expired. */
export const passwordResetFind = (
  db: Queryable,
  hash: Buffer,
  now: number,
): Promise<{ userId: string; email: string } | undefined> =>
  queryRow(db, {
    text: `select user_id as "userId", email from password_resets join users using (user_id)
     where token_sha256 = $1 and expires_at > to_timestamp($2 / 1000.0)`,
    values: [hash, now],
  });

/** Uses up a token and deletes all other tokens of its user; false if it was used already. */
export async function passwordResetUse(db: Queryable, hash: Buffer, userId: string): Promise<boolean> {
  const isUsed = await affectsOne(db, { text: 'delete from password_resets where token_sha256 = $1', values: [hash] });
  await passwordResetForget(db, userId);
  return isUsed;
}

/** Deletes all tokens that may set the password of a user. */
export const passwordResetForget = (db: Queryable, userId: string): Promise<void> =>
  execute(db, { text: 'delete from password_resets where user_id = $1', values: [userId] });
