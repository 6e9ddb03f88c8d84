import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryValue } from '../../base/postgres/query.ts';

// Instants in milliseconds. The database stores only the SHA-256 of a token.

/** Stores a token that changes a user's e-mail; deletes the other such tokens of that user. */
export async function emailChangeInsert(
  db: Queryable,
  change: { hash: Buffer; userId: string; email: string; expiresAt: number },
): Promise<void> {
  await execute(db, { text: 'delete from email_changes where user_id = $1', values: [change.userId] });
  await execute(db, {
    text: `insert into email_changes (token_sha256, user_id, email, expires_at) values ($1, $2, $3, to_timestamp($4 / 1000.0))`,
    values: [change.hash, change.userId, change.email, change.expiresAt],
  });
}

/** Uses up a token and returns the new e-mail. Undefined if the token is unknown, used, expired or of another user. */
export const emailChangeUse = (
  db: Queryable,
  { hash, userId, now }: { hash: Buffer; userId: string; now: number },
): Promise<string | undefined> =>
  queryValue(db, {
    text: `delete from email_changes where token_sha256 = $1 and user_id = $2 and expires_at > to_timestamp($3 / 1000.0)
     returning email`,
    values: [hash, userId, now],
  });
