import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, execute } from '../../base/postgres/query.ts';

// Instants in milliseconds. The database stores only the SHA-256 of a token.

/** Stores that a user has signed in with a browser; extends the expiry if it is stored already. */
export const knownBrowserSet = (
  db: Queryable,
  { userId, hash, expiresAt }: { userId: string; hash: Buffer; expiresAt: number },
): Promise<void> =>
  execute(db, {
    text: `insert into known_browsers (user_id, token_sha256, expires_at) values ($1, $2, to_timestamp($3 / 1000.0))
     on conflict (user_id, token_sha256) do update set expires_at = excluded.expires_at`,
    values: [userId, hash, expiresAt],
  });

/** Whether the user of an e-mail has signed in with a browser. */
export const knownBrowserExists = (db: Queryable, email: string, hash: Buffer, now: number): Promise<boolean> =>
  affectsOne(db, {
    text: `select from known_browsers join users using (user_id)
     where email = $1 and token_sha256 = $2 and expires_at > to_timestamp($3 / 1000.0)`,
    values: [email, hash, now],
  });

/** Deletes the known browsers of a user. */
export const knownBrowserForgetAll = (db: Queryable, userId: string): Promise<void> =>
  execute(db, { text: 'delete from known_browsers where user_id = $1', values: [userId] });
