// AUT4: passkeys (WebAuthn). A challenge is stored as a hash and used up before its response is verified, so that no response counts twice.
import { sessionDeleteAll } from '../queries/sessions.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import {
  passkeyChallengeInsert,
  passkeyChallengeUse,
  passkeyDelete,
  passkeyFind,
  passkeyInsert,
  passkeyList,
  passkeyUse,
} from '../queries/passkeys.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { noteOwnActivity } from '../audit/audit-log.ts';
import { peopleRefusal, type PeopleRefusal } from '../codes.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { tokenHash } from '../../base/crypto/random-token.ts';
import type { Session } from '../sessions.ts';
import type { SignInDeps } from '../auth-deps.ts';
import { countAttempt } from '../throttle.ts';
import { forgetUselessCodes } from './recovery-codes.ts';

/** Lifetime of a challenge, in milliseconds. */
const challengeMs = 5 * 60_000;

/** The most passkeys of one user. */
const maxPasskeys = 20;

/** The relying party: the panel's origin, and the host that passkeys are bound to. */
export type RelyingParty = { readonly origin: string; readonly host: string };

/** Loaded at the first use of a passkey: most processes never need it. */
const webauthn = () => import('@simplewebauthn/server');

/** AUT4: options for `navigator.credentials.create`. The device must verify its user by fingerprint, face or PIN. */
export async function beginPasskey(
  { usersDb, clock }: AuthDeps,
  { userId, email, name }: Session,
  { host }: RelyingParty,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn();
  const passkeys = await passkeyList(usersDb, userId);
  const options = await generateRegistrationOptions({
    rpName: 'Retoma',
    rpID: host,
    userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: name ?? email,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await passkeyChallengeInsert(usersDb, {
    hash: tokenHash(options.challenge),
    userId,
    expiresAt: clock() + challengeMs,
  });
  return options;
}

/** AUT4: stores a passkey that a browser made. It counts as a second factor. Ends the user's other sessions. */
export async function addPasskey(
  deps: AuthDeps,
  session: Session,
  { origin, host }: RelyingParty,
  { response, name }: { response: RegistrationResponseJSON; name: string },
): Promise<{ ok: true } | PeopleRefusal> {
  const { usersDb, clock } = deps;
  const { userId } = session;
  if (session.passkeys >= maxPasskeys) return peopleRefusal('TOO_MANY_PASSKEYS');
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => useChallenge(deps, challenge, userId),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return peopleRefusal('WRONG_PASSKEY');
  const { credential } = verified.registrationInfo;
  return inTransaction(usersDb, async (client) => {
    const at = clock();
    const passkey = {
      credentialId: credential.id,
      userId,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).slice(0, 10),
      name,
      at,
    };
    if (!(await passkeyInsert(client, passkey))) return peopleRefusal('WRONG_PASSKEY');
    await sessionDeleteAll(client, session.userId, session.hash);
    await noteOwnActivity(deps, client, { userId, action: 'passkey_added', at });
    return { ok: true };
  });
}

/** AUT4: removes a passkey; false if the user has no passkey of this id. */
export function removePasskey(deps: AuthDeps, { userId }: Session, credentialId: string): Promise<boolean> {
  return inTransaction(deps.usersDb, async (client) => {
    if (!(await passkeyDelete(client, userId, credentialId))) return false;
    await forgetUselessCodes(client, userId);
    await noteOwnActivity(deps, client, { userId, action: 'passkey_removed', at: deps.clock() });
    return true;
  });
}

/** AUT4: options for `navigator.credentials.get` with any passkey of this host. Limited by network, since each call stores a challenge. */
export async function askPasskey(
  deps: SignInDeps,
  { host }: RelyingParty,
  address: string,
): Promise<{ ok: true; options: PublicKeyCredentialRequestOptionsJSON } | PeopleRefusal> {
  const tooMany = await countAttempt(deps, { kind: 'passkey', email: '', address });
  if (tooMany) return tooMany;
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID: host, userVerification: 'required' });
  const expiresAt = deps.clock() + challengeMs;
  await passkeyChallengeInsert(deps.usersDb, { hash: tokenHash(options.challenge), userId: null, expiresAt });
  return { ok: true, options };
}

/** AUT4: verifies a response to a challenge. Returns the user of the passkey. */
export async function verifyPasskey(
  deps: AuthDeps,
  { origin, host }: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<{ ok: true; userId: string; email: string } | PeopleRefusal> {
  const { usersDb, clock } = deps;
  const passkey = await passkeyFind(usersDb, response.id);
  if (!passkey) return peopleRefusal('WRONG_PASSKEY');
  const { credentialId, userId, email } = passkey;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => useChallenge(deps, challenge, null),
    expectedOrigin: origin,
    expectedRPID: host,
    credential: { id: credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return peopleRefusal('WRONG_PASSKEY');
  const { newCounter: counter } = verified.authenticationInfo;
  const isUsed = await passkeyUse(usersDb, { credentialId, counter, at: clock() });
  return isUsed ? { ok: true, userId, email } : peopleRefusal('WRONG_PASSKEY');
}

const useChallenge = ({ usersDb, clock }: AuthDeps, challenge: string, userId: string | null): Promise<boolean> =>
  passkeyChallengeUse(usersDb, { hash: tokenHash(challenge), userId, now: clock() });
