import type { Queryable } from '../pool.ts';

// Instants in milliseconds. Of a token only its SHA-256 is known here.

/** A session that holds, and whose it is. */
export type SessionRow = {
  readonly userId: string;
  readonly email: string;
  /** Whether a second factor is on. */
  readonly totp: boolean;
  readonly seenAt: number;
};

/** Stores a session. */
export async function sessionInsert(
  db: Queryable,
  session: { hash: Buffer; userId: string; at: number; expiresAt: number },
): Promise<void> {
  await db.query(
    `insert into sessions (token_sha256, user_id, created_at, seen_at, expires_at)
     values ($1, $2, to_timestamp($3 / 1000.0), to_timestamp($3 / 1000.0), to_timestamp($4 / 1000.0))`,
    [session.hash, session.userId, session.at, session.expiresAt],
  );
}

/** The session of a token that has not expired at `now` and was seen after `seenAfter`. */
export async function sessionFind(
  db: Queryable,
  { hash, now, seenAfter }: { hash: Buffer; now: number; seenAfter: number },
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(
    `select s.user_id as "userId", u.email, coalesce(f.confirmed_at is not null, false) as totp,
            (extract(epoch from s.seen_at) * 1000)::float8 as "seenAt"
     from sessions s join users u using (user_id) left join second_factors f using (user_id)
     where s.token_sha256 = $1 and s.expires_at > to_timestamp($2 / 1000.0) and s.seen_at > to_timestamp($3 / 1000.0)`,
    [hash, now, seenAfter],
  );
  return rows[0];
}

/** Writes down that a session was used. */
export async function sessionTouch(db: Queryable, hash: Buffer, now: number): Promise<void> {
  await db.query('update sessions set seen_at = greatest(seen_at, to_timestamp($2 / 1000.0)) where token_sha256 = $1', [
    hash,
    now,
  ]);
}

/** Ends a session. */
export async function sessionDelete(db: Queryable, hash: Buffer): Promise<void> {
  await db.query('delete from sessions where token_sha256 = $1', [hash]);
}

/** Ends the sessions of a user; `except`: all but this one. */
export async function sessionDeleteAll(db: Queryable, userId: string, except?: Buffer): Promise<void> {
  await db.query('delete from sessions where user_id = $1 and ($2::bytea is null or token_sha256 <> $2)', [
    userId,
    except ?? null,
  ]);
}
