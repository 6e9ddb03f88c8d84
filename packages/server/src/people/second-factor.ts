import {
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorDelete,
  secondFactorFind,
  secondFactorUse,
} from '../db/queries/second-factors.ts';
import { sessionDeleteAll } from '../db/queries/sessions.ts';
import { inTransaction } from '../db/transaction.ts';
import { random } from '../ids.ts';
import { seal, unseal } from '../sealed.ts';
import { noteOwnActivity } from './activity.ts';
import { refused, type PeopleRefusal } from './codes.ts';
import { provePassword } from './prove-password.ts';
import type { Session } from './sessions.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { forgiveAttempts } from './throttle.ts';
import { base32, totpMatch, totpSecretBytes, totpUri } from './totp.ts';

/** A second factor that is shown this once, for an authenticator app to keep. */
export type BegunFactor = { readonly ok: true; readonly secret: string; readonly uri: string };

type Done = { readonly ok: true };
type Told = { readonly password: string; readonly address: string };

const contextOf = (userId: string): string => `totp:${userId}`;

/** S4: makes a second factor. It is asked for only once a code has proven that it arrived. The password is asked again. */
export async function beginSecondFactor(
  parts: SignInParts,
  { userId, email }: Session,
  { password, address }: Told,
): Promise<BegunFactor | PeopleRefusal> {
  const proven = await provePassword(parts, { email, password, address });
  if (!proven.ok) return proven;
  await forgiveAttempts(parts, proven.attempt);
  const secret = random(totpSecretBytes);
  const sealed = seal(parts.credentialsKey, contextOf(userId), secret.toString('base64'));
  if (!(await secondFactorBegin(parts.db, userId, sealed))) return refused('TOTP_IS_ON');
  return { ok: true, secret: base32(secret), uri: totpUri(secret, email) };
}

/** S4: a code proves a second factor that was begun. From now on it is asked for; other sessions of the user end. */
export async function confirmSecondFactor(
  parts: SignInParts,
  { userId, hash }: Session,
  code: string,
): Promise<Done | PeopleRefusal> {
  const { db, clock } = parts;
  const found = await secondFactorFind(db, userId);
  if (!found) return refused('TOTP_IS_OFF');
  if (found.confirmed) return refused('TOTP_IS_ON');
  const step = totpMatch(secretOf(parts, userId, found.secret), code, clock());
  if (step === undefined) return refused('WRONG_TOTP');
  return inTransaction(db, async (client) => {
    const at = clock();
    if (!(await secondFactorConfirm(client, { userId, secret: found.secret, step, at }))) return refused('TOTP_IS_ON');
    await sessionDeleteAll(client, userId, hash);
    await noteOwnActivity(client, { userId, what: 'second_factor_on', at });
    return { ok: true };
  });
}

/** S4: takes the second factor away; password and code are asked again. */
export async function removeSecondFactor(
  parts: SignInParts,
  { userId, email }: Session,
  { password, address, code }: Told & { readonly code: string },
): Promise<Done | PeopleRefusal> {
  const proven = await provePassword(parts, { email, password, address });
  if (!proven.ok) return proven;
  const factor = await proveSecondFactor(parts, userId, code);
  if (factor === 'off') return refused('TOTP_IS_OFF');
  if (factor !== 'proven') return refused('WRONG_TOTP');
  await forgiveAttempts(parts, proven.attempt);
  return inTransaction(parts.db, async (client) => {
    await secondFactorDelete(client, userId);
    await noteOwnActivity(client, { userId, what: 'second_factor_off', at: parts.clock() });
    return { ok: true };
  });
}

/** Whether a second factor is on and a code proves it; the code is then used up. */
export async function proveSecondFactor(
  parts: SignInParts,
  userId: string,
  code: string | undefined,
): Promise<'off' | 'absent' | 'wrong' | 'proven'> {
  const found = await secondFactorFind(parts.db, userId);
  if (!found?.confirmed) return 'off';
  if (code === undefined) return 'absent';
  const step = totpMatch(secretOf(parts, userId, found.secret), code, parts.clock());
  return step !== undefined && (await secondFactorUse(parts.db, userId, step)) ? 'proven' : 'wrong';
}

/** Throws where the server's secret is another than the one it was sealed under: nobody can prove such a factor. */
function secretOf({ credentialsKey }: SignInParts, userId: string, sealed: Buffer): Buffer {
  const secret = unseal(credentialsKey, contextOf(userId), sealed);
  if (typeof secret !== 'string')
    throw new Error('a second factor was sealed under another secret; `retoma user reset`');
  return Buffer.from(secret, 'base64');
}
