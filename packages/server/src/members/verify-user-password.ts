import { userFindByEmail, type UserRow } from './queries/users.ts';
import { peopleRefusal, type PeopleRefusal } from './codes.ts';
import { dummyHash, verifyPassword } from './password.ts';
import type { AuthDeps } from './auth-deps.ts';
import { countAttempt, type Attempt } from './throttle.ts';

/**
 * AUT1, AUT3: checks the password of an e-mail. An unknown e-mail gets the same refusal, after the same work, as a wrong password. The
 * attempt stays counted until the caller has checked everything else and calls `forgiveAttempts`.
 */
export async function verifyUserPassword(
  deps: AuthDeps,
  { password, ...attempt }: Attempt & { readonly password: string },
): Promise<{ ok: true; user: UserRow; attempt: Attempt } | PeopleRefusal> {
  const tooMany = await countAttempt(deps, attempt);
  if (tooMany) return tooMany;
  const user = await userFindByEmail(deps.usersDb, attempt.email);
  const isRight = await verifyPassword(password, user?.passwordHash ?? dummyHash);
  return user && isRight ? { ok: true, user, attempt } : peopleRefusal('WRONG_SIGN_IN');
}
