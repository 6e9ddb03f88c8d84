import {
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorDelete,
  secondFactorFind,
  secondFactorUse,
} from './queries/second-factors.ts';
import { passkeyList } from './queries/passkeys.ts';
import { sessionDeleteAll } from './queries/sessions.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { random } from '../base/ids.ts';
import { seal, unseal } from '../base/crypto/seal.ts';
import { forgetUselessCodes, verifyRecoveryCode } from './account/recovery-codes.ts';
import { noteOwnActivity } from './audit/audit-log.ts';
import { peopleRefusal, type PeopleRefusal } from './codes.ts';
import type { Session } from './sessions.ts';
import type { SignInDeps } from './auth-deps.ts';
import { base32, totpMatch, totpSecretBytes, totpUri } from './totp.ts';

/** A new secret for an authenticator app. It cannot be shown again. */
export type EnrolledFactor = { readonly ok: true; readonly secret: string; readonly uri: string };

type FactorChanged = { readonly ok: true };

const contextOf = (userId: string): string => `totp:${userId}`;

/** AUT4: makes a secret for an authenticator app. Codes are required only after `confirmSecondFactor`. */
export async function beginSecondFactor(
  deps: SignInDeps,
  { userId, email }: Session,
): Promise<EnrolledFactor | PeopleRefusal> {
  const secret = random(totpSecretBytes);
  const sealed = seal(deps.credentialsKey, contextOf(userId), secret.toString('base64'));
  if (!(await secondFactorBegin(deps.usersDb, userId, sealed))) return peopleRefusal('TOTP_IS_ON');
  return { ok: true, secret: base32(secret), uri: totpUri(secret, email) };
}

/** AUT4: turns the second factor of `beginSecondFactor` on, by one of its codes. Ends the user's other sessions. */
export async function confirmSecondFactor(
  deps: SignInDeps,
  { userId, hash }: Session,
  code: string,
): Promise<FactorChanged | PeopleRefusal> {
  const { usersDb, clock } = deps;
  const found = await secondFactorFind(usersDb, userId);
  if (!found) return peopleRefusal('TOTP_IS_OFF');
  if (found.confirmed) return peopleRefusal('TOTP_IS_ON');
  const step = totpMatch(secretOf(deps, userId, found.secret), code, clock());
  if (step === undefined) return peopleRefusal('WRONG_TOTP');
  return inTransaction(usersDb, async (client) => {
    const at = clock();
    if (!(await secondFactorConfirm(client, { userId, secret: found.secret, step, at })))
      return peopleRefusal('TOTP_IS_ON');
    await sessionDeleteAll(client, userId, hash);
    await noteOwnActivity(deps, client, { userId, action: 'second_factor_on', at });
    return { ok: true };
  });
}

/** AUT4: removes the authenticator app. */
export function removeSecondFactor(deps: SignInDeps, { userId }: Session): Promise<FactorChanged | PeopleRefusal> {
  return inTransaction(deps.usersDb, async (client) => {
    if (!(await secondFactorFind(client, userId))?.confirmed) return peopleRefusal('TOTP_IS_OFF');
    await secondFactorDelete(client, userId);
    await forgetUselessCodes(client, userId);
    await noteOwnActivity(deps, client, { userId, action: 'second_factor_off', at: deps.clock() });
    return { ok: true };
  });
}

/**
 * Checks a code of the authenticator app or a recovery code, which is then used up. `off`: the user has no second factor. `absent`: no code
 * was given. `passkey`: no code was given, and passkeys are the only second factor.
 */
export async function verifySecondFactor(
  deps: SignInDeps,
  userId: string,
  code: string | undefined,
): Promise<'off' | 'absent' | 'passkey' | 'wrong' | 'proven'> {
  const found = await secondFactorFind(deps.usersDb, userId);
  const isOn = found?.confirmed ?? false;
  if (!isOn && (await passkeyList(deps.usersDb, userId)).length === 0) return 'off';
  if (code === undefined) return isOn ? 'absent' : 'passkey';
  if (!/^\d{6}$/.test(code)) return (await verifyRecoveryCode(deps, userId, code)) ? 'proven' : 'wrong';
  if (!found || !isOn) return 'wrong';
  const step = totpMatch(secretOf(deps, userId, found.secret), code, deps.clock());
  return step !== undefined && (await secondFactorUse(deps.usersDb, userId, step)) ? 'proven' : 'wrong';
}

/** Unseals a secret. Throws if it was sealed under another secret of the server: such a factor cannot be verified. */
function secretOf({ credentialsKey }: SignInDeps, userId: string, sealed: Buffer): Buffer {
  const secret = unseal(credentialsKey, contextOf(userId), sealed);
  if (typeof secret !== 'string')
    throw new Error('the second factor was encrypted with another secret; run `retoma user reset`');
  return Buffer.from(secret, 'base64');
}
