import type { Queryable } from '../../base/postgres/pool.ts';
import { affectedRows, affectsOne, execute, queryRow, queryRows } from '../../base/postgres/query.ts';

// Instants in milliseconds. The database stores only the SHA-256 of a token.

/** A session that has not ended, with its user. */
export type SessionRow = {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  /** Whether the user has a confirmed authenticator app. */
  readonly totp: boolean;
  /** How many passkeys the user has. */
  readonly passkeys: number;
  /** The stores that the user may be a member of. */
  readonly storeIds: readonly string[];
  readonly seenAt: number;
  readonly authenticatedAt: number;
};

/** Stores a session; its user authenticated at `at`. */
export const sessionInsert = (
  db: Queryable,
  session: { hash: Buffer; userId: string; at: number; expiresAt: number; browser?: string | null },
): Promise<void> =>
  execute(db, {
    text: `insert into sessions (token_sha256, user_id, created_at, seen_at, authenticated_at, expires_at, browser)
     values ($1, $2, to_timestamp($3 / 1000.0), to_timestamp($3 / 1000.0), to_timestamp($3 / 1000.0),
             to_timestamp($4 / 1000.0), $5)`,
    values: [session.hash, session.userId, session.at, session.expiresAt, session.browser ?? null],
  });

/** The session of a token that has not expired at `now` and was seen after `seenAfter`. */
export const sessionFind = (
  db: Queryable,
  { hash, now, seenAfter }: { hash: Buffer; now: number; seenAfter: number },
): Promise<SessionRow | undefined> =>
  queryRow(db, {
    text: `select s.session_id as "sessionId", s.user_id as "userId", u.email, u.name,
            coalesce(f.confirmed_at is not null, false) as totp,
            (select count(*)::int from passkeys p where p.user_id = s.user_id) as passkeys,
            array(select t.store_id::text from user_stores t where t.user_id = s.user_id) as "storeIds",
            (extract(epoch from s.seen_at) * 1000)::float8 as "seenAt",
            (extract(epoch from s.authenticated_at) * 1000)::float8 as "authenticatedAt"
     from sessions s join users u using (user_id) left join second_factors f using (user_id)
     where s.token_sha256 = $1 and s.expires_at > to_timestamp($2 / 1000.0) and s.seen_at > to_timestamp($3 / 1000.0)`,
    values: [hash, now, seenAfter],
  });

/** Stores that a session was used. */
export const sessionTouch = (db: Queryable, hash: Buffer, now: number): Promise<void> =>
  execute(db, {
    text: 'update sessions set seen_at = greatest(seen_at, to_timestamp($2 / 1000.0)) where token_sha256 = $1',
    values: [hash, now],
  });

/** Stores that the user of a session authenticated again. */
export const sessionAuthenticate = (db: Queryable, hash: Buffer, now: number): Promise<void> =>
  execute(db, {
    text: `update sessions set authenticated_at = to_timestamp($2 / 1000.0), seen_at = greatest(seen_at, to_timestamp($2 / 1000.0))
     where token_sha256 = $1`,
    values: [hash, now],
  });

/** A session as its user sees it. */
export type ListedSession = {
  readonly sessionId: string;
  readonly browser: string | null;
  readonly createdAt: Date;
  readonly seenAt: Date;
};

/** The sessions of a user that have not ended, last used first. */
export const sessionList = (
  db: Queryable,
  { userId, now, seenAfter }: { userId: string; now: number; seenAfter: number },
): Promise<ListedSession[]> =>
  queryRows(db, {
    text: `select session_id as "sessionId", browser, created_at as "createdAt", seen_at as "seenAt" from sessions
     where user_id = $1 and expires_at > to_timestamp($2 / 1000.0) and seen_at > to_timestamp($3 / 1000.0)
     order by seen_at desc, session_id limit 50`,
    values: [userId, now, seenAfter],
  });

/** Ends a session of a user by its id; false if the user has no such session. */
export const sessionDeleteOne = (db: Queryable, userId: string, sessionId: string): Promise<boolean> =>
  affectsOne(db, { text: 'delete from sessions where user_id = $1 and session_id = $2', values: [userId, sessionId] });

/** Ends a session. */
export const sessionDelete = (db: Queryable, hash: Buffer): Promise<void> =>
  execute(db, { text: 'delete from sessions where token_sha256 = $1', values: [hash] });

/** Ends the sessions of a user, but not the one with the token hash `except`. Returns how many. */
export const sessionDeleteAll = (db: Queryable, userId: string, except?: Buffer): Promise<number> =>
  affectedRows(db, {
    text: 'delete from sessions where user_id = $1 and ($2::bytea is null or token_sha256 <> $2)',
    values: [userId, except ?? null],
  });
