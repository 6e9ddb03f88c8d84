import type { Queryable } from '../db/pool.ts';
import {
  sessionAuthenticate,
  sessionDelete,
  sessionDeleteAll,
  sessionDeleteOne,
  sessionFind,
  sessionInsert,
  sessionList,
  sessionTouch,
  type ListedSession,
} from '../db/queries/auth/sessions.ts';
import type { AuthDeps } from './auth-deps.ts';
import { newToken, tokenHash } from '../crypto/random-token.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** AUT2: a session ends this long after it began, in milliseconds. */
export const sessionMs = 30 * day;

/** AUT2: and this long after it was last used. */
const idleMs = 7 * day;

/** AUT2, ASVS 3.3.2: a session is locked this long after its last use, and this long after its last authentication. */
const lockMs = { idle: 30 * minute, authenticated: 12 * hour };

/** AUT9: for how long an authentication is recent. */
const recentMs = 10 * minute;

/** A signed-in user. `hash`: the key of the session. */
export type Session = {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly totp: boolean;
  readonly passkeys: number;
  readonly hash: Buffer;
  /** AUT2: nothing is answered before they have proved again who they are. */
  readonly isLocked: boolean;
  /** AUT9: they proved who they are in the last 10 minutes. */
  readonly isRecent: boolean;
};

/** Whether a user has a second factor: an authenticator app or a passkey. */
export const hasSecondFactor = ({ totp, passkeys }: Pick<Session, 'totp' | 'passkeys'>): boolean =>
  totp || passkeys > 0;

/** AUT2: begins a session; its token is for the browser alone. */
export async function openSession(
  db: Queryable,
  { userId, at, browser = null }: { userId: string; at: number; browser?: string | null },
): Promise<string> {
  const { token, hash } = newToken();
  await sessionInsert(db, { hash, userId, at, expiresAt: at + sessionMs, browser });
  return token;
}

/**
 * The session of a token; undefined where it never was or has ended. `isUse` false: what a page asks by itself while it is unused,
 * does not keep the session from being locked.
 */
export async function findSession({ db, clock }: AuthDeps, token: string, isUse = true): Promise<Session | undefined> {
  const hash = tokenHash(token);
  const now = clock();
  const row = await sessionFind(db, { hash, now, seenAfter: now - idleMs });
  if (!row) return undefined;
  const { seenAt, authenticatedAt, ...user } = row;
  const isLocked = seenAt <= now - lockMs.idle || authenticatedAt <= now - lockMs.authenticated;
  // Not at every request: that would be one more write for each.
  if (isUse && !isLocked && seenAt < now - minute) await sessionTouch(db, hash, now);
  return { ...user, hash, isLocked, isRecent: authenticatedAt > now - recentMs };
}

/** AUT9: the user of a session has proved who they are. */
export const refreshSession = (db: Queryable, { hash }: Session, at: number): Promise<void> =>
  sessionAuthenticate(db, hash, at);

/** The sessions of a user that have not ended, those used last first. */
export const sessionsOf = ({ db, clock }: AuthDeps, userId: string): Promise<ListedSession[]> =>
  sessionList(db, { userId, now: clock(), seenAfter: clock() - idleMs });

/** Ends one session of a user; false where there is none of that id. */
export const endSessionOf = ({ db }: AuthDeps, userId: string, sessionId: string): Promise<boolean> =>
  sessionDeleteOne(db, userId, sessionId);

/** Ends every session of a user but this one. Returns how many. */
export const endOtherSessions = ({ db }: { readonly db: Queryable }, { userId, hash }: Session): Promise<number> =>
  sessionDeleteAll(db, userId, hash);

/** Ends the session of a token, if there is one. */
export const endSession = (db: Queryable, token: string): Promise<void> => sessionDelete(db, tokenHash(token));
