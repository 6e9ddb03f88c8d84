import type { Queryable } from '../base/postgres/pool.ts';
import { knownBrowserForgetAll } from './queries/known-browsers.ts';
import {
  passwordResetFind,
  passwordResetForget,
  passwordResetInsert,
  passwordResetUse,
} from './queries/password-resets.ts';
import { passkeyDeleteAll } from './queries/passkeys.ts';
import { secondFactorDelete } from './queries/second-factors.ts';
import { sessionDeleteAll } from './queries/sessions.ts';
import { userFindByEmail, userSetPassword } from './queries/users.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { random } from '../base/ids.ts';
import { rememberBrowser, type Browser } from './account/known-browser.ts';
import { isWeakPassword } from './account/password-rules.ts';
import { forgetUselessCodes } from './account/recovery-codes.ts';
import { noteOwnActivity } from './audit/audit-log.ts';
import { peopleRefusal, type PeopleRefusal } from './codes.ts';
import { hashPassword } from './password.ts';
import type { AuthDeps } from './auth-deps.ts';
import { accountEmail } from './account-email.ts';
import { newToken, tokenHash } from '../base/crypto/random-token.ts';
import { namesOfUser } from './stores-of-user.ts';
import { countAttempt, forgetAttempts } from './throttle.ts';

/** AUT1: how long a link that sets a password is valid, in milliseconds. */
const resetMs = 60 * 60_000;

/** Sends the link of a token to an e-mail. */
export type MailReset = (email: string, token: string) => Promise<void>;

/**
 * AUT1, AUT3: mails a link that sets a new password, if this e-mail has a user. Beyond the limits of the account or the network no e-mail
 * is sent; earlier links stay valid. It runs after the response was sent, which is always the same, so its duration reveals nothing.
 */
export async function mailReset(
  deps: AuthDeps,
  { email: input, address }: { email: string; address: string },
  mail: MailReset,
): Promise<void> {
  const { usersDb, clock } = deps;
  const email = accountEmail(input);
  if (await countAttempt(deps, { kind: 'password_reset', email, address })) return;
  const user = await userFindByEmail(usersDb, email);
  if (!user) return;
  const { token, hash } = newToken();
  const at = clock();
  await passwordResetInsert(usersDb, { hash, userId: user.userId, at, expiresAt: at + resetMs });
  await mail(user.email, token);
}

/**
 * AUT1: sets a password by a token, once. Every session of the user ends; the second factor stays. The browser becomes known (AUT3), so
 * that guesses of others at the account do not lock its user out.
 */
export async function confirmReset(
  deps: AuthDeps,
  { token, password, browser }: { token: string; password: string; browser: Browser },
): Promise<{ ok: true; browserToken: string } | PeopleRefusal> {
  const { usersDb, clock } = deps;
  const hash = tokenHash(token);
  const found = await passwordResetFind(usersDb, hash, clock());
  if (!found) return peopleRefusal('RESET_LINK_EXPIRED');
  const { userId, email } = found;
  if (await isWeakPassword(password, { email, names: await namesOfUser(deps, userId) }))
    return peopleRefusal('WEAK_PASSWORD');
  const passwordHash = await hashPassword(password);
  const browserToken = await inTransaction(usersDb, async (client) => {
    if (!(await passwordResetUse(client, hash, userId))) return undefined;
    const at = clock();
    await changePassword(client, userId, passwordHash);
    await noteOwnActivity(deps, client, { userId, action: 'password_changed', at });
    return rememberBrowser(client, userId, browser, at);
  });
  if (browserToken === undefined) return peopleRefusal('RESET_LINK_EXPIRED');
  await forgetAttempts(deps, email);
  return { ok: true, browserToken };
}

/**
 * Sets a generated password, for the command line. `secondFactor`: also removes the second factors. Undefined if no user has this e-mail.
 */
export async function resetUser(
  deps: AuthDeps,
  email: string,
  { secondFactor }: { secondFactor: boolean },
): Promise<{ userId: string; email: string; password: string; secondFactorRemoved: boolean } | undefined> {
  const { usersDb, clock } = deps;
  const user = await userFindByEmail(usersDb, accountEmail(email));
  if (!user) return undefined;
  const { userId } = user;
  const password = random(15).toString('base64url');
  const passwordHash = await hashPassword(password);
  const secondFactorRemoved = await inTransaction(usersDb, async (client) => {
    await changePassword(client, userId, passwordHash);
    await knownBrowserForgetAll(client, userId);
    const note = { userId, at: clock(), byCommandLine: true };
    await noteOwnActivity(deps, client, { ...note, action: 'password_changed' });
    const removed = secondFactor && (await removeFactors(client, userId));
    if (removed) await noteOwnActivity(deps, client, { ...note, action: 'second_factor_off' });
    return removed;
  });
  await forgetAttempts(deps, user.email);
  return { userId, email: user.email, password, secondFactorRemoved };
}

/** Replaces the password hash, and deletes the user's reset links and sessions. `except`: the hash of a session that is kept. */
export async function changePassword(
  client: Queryable,
  userId: string,
  passwordHash: string,
  except?: Buffer,
): Promise<void> {
  await userSetPassword(client, userId, passwordHash);
  await passwordResetForget(client, userId);
  await sessionDeleteAll(client, userId, except);
}

/** Removes the authenticator app, the passkeys and the recovery codes; false if the user had no second factor. */
async function removeFactors(client: Queryable, userId: string): Promise<boolean> {
  const totp = await secondFactorDelete(client, userId);
  const passkeys = await passkeyDeleteAll(client, userId);
  await forgetUselessCodes(client, userId);
  return totp || passkeys > 0;
}
