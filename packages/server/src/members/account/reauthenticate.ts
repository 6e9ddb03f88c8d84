import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { peopleRefusal, type PeopleRefusal } from '../codes.ts';
import { verifyUserPassword } from '../verify-user-password.ts';
import { verifySecondFactor } from '../second-factor.ts';
import { hasSecondFactor, refreshSession, type Session } from '../sessions.ts';
import type { SignInDeps } from '../auth-deps.ts';
import { countAttempt, forgiveAttempts } from '../throttle.ts';
import { verifyPasskey, type RelyingParty } from './passkeys.ts';

/** The ways in which a signed-in user can reauthenticate. */
export type ProofMethod = 'password' | 'code' | 'passkey';

/** The proof that a user sends: one of these. */
export type Proof =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly passkey: { readonly response: AuthenticationResponseJSON; readonly party: RelyingParty } };

/** AUT9: the ways in which the user of a session can reauthenticate. A password is not enough if the user has a second factor. */
export function proofMethodsOf(session: Pick<Session, 'totp' | 'passkeys'>): ProofMethod[] {
  if (!hasSecondFactor(session)) return ['password'];
  // `code` also covers recovery codes.
  return session.passkeys > 0 ? ['passkey', 'code'] : ['code'];
}

/** AUT9: reauthenticates the signed-in user. After success the authentication is recent and the session is not locked. */
export async function reauthenticate(
  deps: SignInDeps,
  session: Session,
  proof: Proof,
  address: string,
): Promise<{ ok: true } | PeopleRefusal> {
  const refusal = await reauthenticationRefusal(deps, session, proof, address);
  if (refusal) return refusal;
  await forgiveAttempts(deps, { kind: 'reauthenticate', email: session.email, address });
  await refreshSession(deps.usersDb, session, deps.clock());
  return { ok: true };
}

async function reauthenticationRefusal(
  deps: SignInDeps,
  session: Session,
  proof: Proof,
  address: string,
): Promise<PeopleRefusal | undefined> {
  const { userId, email } = session;
  const attempt = { kind: 'reauthenticate', email, address } as const;
  if ('password' in proof) {
    if (hasSecondFactor(session)) return peopleRefusal(session.totp ? 'TOTP_REQUIRED' : 'PASSKEY_REQUIRED');
    const proven = await verifyUserPassword(deps, { ...attempt, password: proof.password });
    if (proven.ok) return undefined;
    return proven.code === 'WRONG_SIGN_IN' ? peopleRefusal('WRONG_PASSWORD') : proven;
  }
  const tooMany = await countAttempt(deps, attempt);
  if (tooMany) return tooMany;
  if ('code' in proof) {
    const factor = await verifySecondFactor(deps, userId, proof.code);
    return factor === 'proven' ? undefined : peopleRefusal('WRONG_TOTP');
  }
  const verified = await verifyPasskey(deps, proof.passkey.party, proof.passkey.response);
  return verified.ok && verified.userId === userId ? undefined : peopleRefusal('WRONG_PASSKEY');
}
