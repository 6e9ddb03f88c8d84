import { inTransaction } from '../db/transaction.ts';
import { noteOwnActivity } from './activity.ts';
import { refused, type PeopleRefusal } from './codes.ts';
import { provePassword } from './prove-password.ts';
import { proveSecondFactor } from './second-factor.ts';
import { openSession } from './sessions.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { forgiveAttempts } from './throttle.ts';

/** What somebody who signs in tells, and where they are. */
export type SigningIn = {
  readonly email: string;
  readonly password: string;
  /** Of the second factor, where one is on. */
  readonly code?: string | undefined;
  readonly address: string;
};

/** S1: begins a session for whoever knows the password and, where it is on, has the second factor. Answers the token. */
export async function signIn(
  parts: SignInParts,
  told: SigningIn,
): Promise<{ ok: true; userId: string; token: string } | PeopleRefusal> {
  const proven = await provePassword(parts, told);
  if (!proven.ok) return proven;
  const { userId } = proven.user;
  const factor = await proveSecondFactor(parts, userId, told.code);
  if (factor === 'absent') return refused('TOTP_REQUIRED');
  if (factor === 'wrong') return refused('WRONG_TOTP');
  await forgiveAttempts(parts, proven.attempt);
  const token = await inTransaction(parts.db, async (client) => {
    const at = parts.clock();
    await noteOwnActivity(client, { userId, what: 'signed_in', at });
    return openSession(client, userId, at);
  });
  return { ok: true, userId, token };
}
