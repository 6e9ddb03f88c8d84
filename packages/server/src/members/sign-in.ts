import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { userFindByEmail } from './queries/users.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { knownBrowserOf, rememberBrowser, type Browser } from './account/known-browser.ts';
import { verifyPasskey, type RelyingParty } from './account/passkeys.ts';
import { noteOwnActivity } from './audit/audit-log.ts';
import { peopleRefusal, type PeopleRefusal } from './codes.ts';
import type { AuthDeps } from './auth-deps.ts';
import { accountEmail } from './account-email.ts';
import { verifyUserPassword } from './verify-user-password.ts';
import { verifySecondFactor } from './second-factor.ts';
import { openSession } from './sessions.ts';
import type { SignInDeps } from './auth-deps.ts';
import { countAttempt, forgiveAttempts } from './throttle.ts';

/** The address and the browser that a user signs in from. */
export type SignInPlace = { readonly address: string; readonly browser: Browser };

/** The input of a sign-in. */
export type SigningIn = SignInPlace & {
  readonly email: string;
  readonly password: string;
  /** A code of the authenticator app or a recovery code; required if the user has a second factor. */
  readonly code?: string | undefined;
};

/** A new session: its token, and the token of its browser, which is known now (AUT3). */
export type SignedIn = {
  readonly ok: true;
  readonly userId: string;
  readonly token: string;
  readonly browserToken: string;
};

/** AUT1: begins a session for a correct password and, if the user has one, a correct second factor. */
export async function signIn(deps: SignInDeps, request: SigningIn): Promise<SignedIn | PeopleRefusal> {
  const { password, code, address, browser } = request;
  const email = accountEmail(request.email);
  const known = await knownBrowserOf(deps, email, browser);
  const proven = await verifyUserPassword(deps, { kind: 'sign_in', email, address, browser: known, password });
  if (!proven.ok) return proven;
  const { userId } = proven.user;
  const factor = await verifySecondFactor(deps, userId, code);
  if (factor === 'absent') return peopleRefusal('TOTP_REQUIRED');
  if (factor === 'passkey') return peopleRefusal('PASSKEY_REQUIRED');
  if (factor === 'wrong') return peopleRefusal('WRONG_TOTP');
  await forgiveAttempts(deps, proven.attempt);
  return startSession(deps, { userId, isKnown: known !== undefined, browser });
}

/** AUT4: begins a session for a valid passkey. No password is needed, since the device has verified its user. */
export async function signInWithPasskey(
  deps: SignInDeps,
  party: RelyingParty,
  { response, browser }: { response: AuthenticationResponseJSON; browser: Browser },
): Promise<SignedIn | PeopleRefusal> {
  const verified = await verifyPasskey(deps, party, response);
  if (!verified.ok) return verified;
  const { userId, email } = verified;
  const known = await knownBrowserOf(deps, email, browser);
  return startSession(deps, { userId, isKnown: known !== undefined, browser });
}

function startSession(
  deps: SignInDeps,
  { userId, isKnown, browser }: { userId: string; isKnown: boolean; browser: Browser },
): Promise<SignedIn> {
  return inTransaction(deps.usersDb, async (client) => {
    const at = deps.clock();
    const { label } = browser;
    const action = isKnown ? 'signed_in' : 'signed_in_new_browser';
    await noteOwnActivity(deps, client, { userId, action, at, ...(label && { detail: label }) });
    const browserToken = await rememberBrowser(client, userId, browser, at);
    const token = await openSession(client, { userId, at, browser: label ?? null });
    return { ok: true, userId, token, browserToken };
  });
}

/**
 * AUT6: audits a failed sign-in if the e-mail has a user; at most 20 in an hour for an account, so that attackers cannot fill its log. It
 * must run after the response was sent, since its duration would reveal who has an account.
 */
export async function noteFailedSignIn(deps: AuthDeps, email: string): Promise<void> {
  const user = await userFindByEmail(deps.usersDb, accountEmail(email));
  if (!user || (await countAttempt(deps, { kind: 'failure_note', email: user.email, address: '' }))) return;
  const { userId } = user;
  const entry = { userId, action: 'sign_in_failed', at: deps.clock(), byCommandLine: false } as const;
  await inTransaction(deps.usersDb, (client) => noteOwnActivity(deps, client, entry));
}
