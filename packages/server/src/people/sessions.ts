import type { Queryable } from '../db/pool.ts';
import { sessionDelete, sessionFind, sessionInsert, sessionTouch } from '../db/queries/sessions.ts';
import type { PeopleParts } from './people-parts.ts';
import { newToken, tokenHash } from './secret-token.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** S2: a session ends this long after it began, in milliseconds. */
export const sessionMs = 30 * day;

/** S2: and this long after it was last used. */
const idleMs = 7 * day;

/** Somebody who is signed in. `hash`: what their session is found by. */
export type Session = {
  readonly userId: string;
  readonly email: string;
  readonly totp: boolean;
  readonly hash: Buffer;
};

/** S2: begins a session; its token is for the browser alone. */
export async function openSession(db: Queryable, userId: string, at: number): Promise<string> {
  const { token, hash } = newToken();
  await sessionInsert(db, { hash, userId, at, expiresAt: at + sessionMs });
  return token;
}

/** The session of a token; undefined where it never was, has ended or lay idle for too long. */
export async function findSession({ db, clock }: PeopleParts, token: string): Promise<Session | undefined> {
  const hash = tokenHash(token);
  const now = clock();
  const found = await sessionFind(db, { hash, now, seenAfter: now - idleMs });
  if (!found) return undefined;
  const { seenAt, ...who } = found;
  // Not at every request: that would be one more write for each.
  if (seenAt < now - minute) await sessionTouch(db, hash, now);
  return { ...who, hash };
}

/** Ends the session of a token, if there is one. */
export const endSession = (db: Queryable, token: string): Promise<void> => sessionDelete(db, tokenHash(token));
