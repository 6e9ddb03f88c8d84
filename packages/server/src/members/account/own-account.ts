import { emailChangeInsert, emailChangeUse } from '../queries/email-changes.ts';
import { passkeyList } from '../queries/passkeys.ts';
import { recoveryCodeCount } from '../queries/recovery-codes.ts';
import { userFindByEmail, userSetEmail, userSetName } from '../queries/users.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { noteOwnActivity } from '../audit/audit-log.ts';
import { peopleRefusal, type PeopleRefusal } from '../codes.ts';
import { hashPassword } from '../password.ts';
import { changePassword } from '../password-reset.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { accountEmail } from '../account-email.ts';
import { verifyUserPassword } from '../verify-user-password.ts';
import { newToken, tokenHash } from '../../base/crypto/random-token.ts';
import { sessionsOf, type Session } from '../sessions.ts';
import { countAttempt, forgiveAttempts } from '../throttle.ts';
import { isWeakPassword } from './password-rules.ts';
import { namesOfUser } from '../stores-of-user.ts';

/** How long a link that confirms a new e-mail is valid, in milliseconds. */
const emailChangeMs = 60 * 60_000;

type AccountChanged = { readonly ok: true };

/** AUT1: a user's own account: name, passkeys, number of recovery codes, sessions. */
export async function readAccount(deps: AuthDeps, { userId, sessionId, name }: Session) {
  return {
    name,
    passkeys: await passkeyList(deps.usersDb, userId),
    recoveryCodes: await recoveryCodeCount(deps.usersDb, userId),
    sessions: (await sessionsOf(deps, userId)).map((one) => ({ ...one, isCurrent: one.sessionId === sessionId })),
  };
}

/** AUT1: changes the user's own password; the current one is required. Ends every other session. */
export async function changeOwnPassword(
  deps: AuthDeps,
  { userId, email, hash }: Session,
  { current, next, address }: { current: string; next: string; address: string },
): Promise<AccountChanged | PeopleRefusal> {
  const proven = await verifyUserPassword(deps, { kind: 'reauthenticate', email, address, password: current });
  if (!proven.ok) return proven.code === 'WRONG_SIGN_IN' ? peopleRefusal('WRONG_PASSWORD') : proven;
  await forgiveAttempts(deps, proven.attempt);
  const { usersDb, clock } = deps;
  if (await isWeakPassword(next, { email, names: await namesOfUser(deps, userId) }))
    return peopleRefusal('WEAK_PASSWORD');
  const passwordHash = await hashPassword(next);
  return inTransaction(usersDb, async (client) => {
    await changePassword(client, userId, passwordHash, hash);
    await noteOwnActivity(deps, client, { userId, action: 'password_changed', at: clock() });
    return { ok: true };
  });
}

/** Changes the user's own name; an empty one removes it. */
export const changeOwnName = ({ usersDb }: AuthDeps, { userId }: Session, name: string): Promise<void> =>
  userSetName(usersDb, userId, name.trim() || null);

/** Sends the link of a token to a new e-mail. */
export type MailEmailChange = (email: string, token: string) => Promise<void>;

/**
 * AUT1: changes the user's own e-mail. With `mail`, the new address must confirm the change by a link (`isPending`), and the response is
 * the same when another account has that address. Without `mail`, the e-mail is changed at once.
 */
export async function changeOwnEmail(
  deps: AuthDeps,
  { userId, email: before }: Session,
  input: string,
  mail: MailEmailChange | undefined,
): Promise<{ ok: true; isPending: boolean } | PeopleRefusal> {
  const email = accountEmail(input);
  const tooMany = await countAttempt(deps, { kind: 'email_change', email: before, address: '' });
  if (tooMany) return tooMany;
  if (!mail) {
    const changed = await setEmail(deps, { userId, before, email });
    return changed.ok ? { ok: true, isPending: false } : changed;
  }
  if (!(await userFindByEmail(deps.usersDb, email))) {
    const { token, hash } = newToken();
    await emailChangeInsert(deps.usersDb, { hash, userId, email, expiresAt: deps.clock() + emailChangeMs });
    await mail(email, token);
  }
  return { ok: true, isPending: true };
}

/** AUT1: changes the e-mail by the token of a link to the new address. The session must be one of the user who requested the change. */
export async function confirmOwnEmail(
  deps: AuthDeps,
  { userId, email: before }: Session,
  token: string,
): Promise<AccountChanged | PeopleRefusal> {
  const email = await emailChangeUse(deps.usersDb, { hash: tokenHash(token), userId, now: deps.clock() });
  if (email === undefined) return peopleRefusal('RESET_LINK_EXPIRED');
  return setEmail(deps, { userId, before, email });
}

function setEmail(
  deps: AuthDeps,
  { userId, before, email }: { userId: string; before: string; email: string },
): Promise<AccountChanged | PeopleRefusal> {
  return inTransaction(deps.usersDb, async (client) => {
    if (!(await userSetEmail(client, userId, email))) return peopleRefusal('EMAIL_TAKEN');
    // The previous address gets the e-mail of AUT8 too: the change may be fraudulent.
    const entry = {
      userId,
      action: 'email_changed',
      at: deps.clock(),
      detail: before,
      alsoToAddress: before,
    } as const;
    await noteOwnActivity(deps, client, entry);
    return { ok: true };
  });
}
