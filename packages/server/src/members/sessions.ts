import { noteOwnActivity } from './audit/audit-log.ts';
import type { Queryable } from '../base/postgres/pool.ts';
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
} from './queries/sessions.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import type { AuthDeps } from './auth-deps.ts';
import { newToken, tokenHash } from '../base/crypto/random-token.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** AUT2: a session ends this long after it began, in milliseconds. */
export const sessionMs = 30 * day;

/** AUT2: a session ends this long after its last use, in milliseconds. */
const idleMs = 7 * day;

/** AUT2, ASVS 3.3.2: a session is locked this long after its last use, and this long after its last authentication. */
const lockMs = { idle: 30 * minute, authenticated: 12 * hour };

/** AUT9: how long an authentication is recent, in milliseconds. */
const recentMs = 10 * minute;

/** The session of a signed-in user. `hash`: the hash of its token, by which it is stored. */
export type Session = {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly totp: boolean;
  readonly passkeys: number;
  /** The stores that the user may be a member of. */
  readonly storeIds: readonly string[];
  readonly hash: Buffer;
  /** AUT2: requests are refused until the user reauthenticates. */
  readonly isLocked: boolean;
  /** AUT9: the user authenticated in the last 10 minutes. */
  readonly isRecent: boolean;
};

/** Whether a user has a second factor: an authenticator app or a passkey. */
export const hasSecondFactor = ({ totp, passkeys }: Pick<Session, 'totp' | 'passkeys'>): boolean =>
  totp || passkeys > 0;

/** AUT2: begins a session. Returns its token, which only the browser stores. */
export async function openSession(
  db: Queryable,
  { userId, at, browser = null }: { userId: string; at: number; browser?: string | null },
): Promise<string> {
  const { token, hash } = newToken();
  await sessionInsert(db, { hash, userId, at, expiresAt: at + sessionMs, browser });
  return token;
}

/**
 * The session of a token; undefined if it never existed or has ended. `isUse` false: a request that an unused page sends by itself, which
 * does not keep the session from being locked.
 */
export async function findSession(
  { usersDb, clock }: AuthDeps,
  token: string,
  isUse = true,
): Promise<Session | undefined> {
  const hash = tokenHash(token);
  const now = clock();
  const row = await sessionFind(usersDb, { hash, now, seenAfter: now - idleMs });
  if (!row) return undefined;
  const { seenAt, authenticatedAt, ...user } = row;
  const isLocked = seenAt <= now - lockMs.idle || authenticatedAt <= now - lockMs.authenticated;
  // At most once a minute, to avoid a write for each request.
  if (isUse && !isLocked && seenAt < now - minute) await sessionTouch(usersDb, hash, now);
  return { ...user, hash, isLocked, isRecent: authenticatedAt > now - recentMs };
}

/** AUT9: records that the user of a session has authenticated. */
export const refreshSession = (db: Queryable, { hash }: Session, at: number): Promise<void> =>
  sessionAuthenticate(db, hash, at);

/** The sessions of a user that have not ended, last used first. */
export const sessionsOf = ({ usersDb, clock }: AuthDeps, userId: string): Promise<ListedSession[]> =>
  sessionList(usersDb, { userId, now: clock(), seenAfter: clock() - idleMs });

/** Ends one session of a user; false if no session has that id. */
export const endSessionOf = ({ usersDb }: AuthDeps, userId: string, sessionId: string): Promise<boolean> =>
  sessionDeleteOne(usersDb, userId, sessionId);

/** Ends every session of a user but this one. Returns how many. */
export const endOtherSessions = (deps: AuthDeps, { userId, hash }: Session): Promise<number> =>
  inTransaction(deps.usersDb, async (client) => {
    const ended = await sessionDeleteAll(client, userId, hash);
    if (ended > 0) await noteOwnActivity(deps, client, { userId, action: 'sessions_ended', at: deps.clock() });
    return ended;
  });

/** Ends the session of a token, if there is one. */
export const endSession = (db: Queryable, token: string): Promise<void> => sessionDelete(db, tokenHash(token));
