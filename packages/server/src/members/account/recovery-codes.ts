import type { Queryable } from '../../base/postgres/pool.ts';
import { passkeyList } from '../queries/passkeys.ts';
import { recoveryCodeReplace, recoveryCodeUse } from '../queries/recovery-codes.ts';
import { secondFactorFind } from '../queries/second-factors.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { random } from '../../base/ids.ts';
import { hashContactKey } from '../../base/crypto/contact-hash.ts';
import { noteOwnActivity } from '../audit/audit-log.ts';
import { peopleRefusal, type PeopleRefusal } from '../codes.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hasSecondFactor, type Session } from '../sessions.ts';
import { base32 } from '../totp.ts';

/** Number of codes that a user gets. */
const codeCount = 10;

/** AUT4: makes codes, each of which replaces a lost second factor once. They cannot be shown again, and earlier codes are void. */
export async function makeRecoveryCodes(
  deps: AuthDeps,
  session: Session,
): Promise<{ ok: true; codes: string[] } | PeopleRefusal> {
  if (!hasSecondFactor(session)) return peopleRefusal('TOTP_IS_OFF');
  const { userId } = session;
  // 50 random bits each.
  const codes = Array.from({ length: codeCount }, () => base32(random(7)).slice(0, 10));
  await inTransaction(deps.usersDb, async (client) => {
    const hashes = codes.map((code) => hashOf(deps, userId, code));
    await recoveryCodeReplace(client, userId, hashes);
    await noteOwnActivity(deps, client, { userId, action: 'recovery_codes_made', at: deps.clock() });
  });
  return { ok: true, codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) };
}

/** AUT4: whether a code is one of the user's recovery codes. The code is then used up. */
export function verifyRecoveryCode(deps: AuthDeps, userId: string, code: string): Promise<boolean> {
  return inTransaction(deps.usersDb, async (client) => {
    const isRight = await recoveryCodeUse(client, userId, hashOf(deps, userId, code.replaceAll('-', '').toUpperCase()));
    if (isRight) await noteOwnActivity(deps, client, { userId, action: 'recovery_code_used', at: deps.clock() });
    return isRight;
  });
}

/** Deletes the recovery codes of a user who has no second factor any more. */
export async function forgetUselessCodes(client: Queryable, userId: string): Promise<void> {
  const totp = (await secondFactorFind(client, userId))?.confirmed ?? false;
  const passkeys = await passkeyList(client, userId);
  if (!hasSecondFactor({ totp, passkeys: passkeys.length })) await recoveryCodeReplace(client, userId, []);
}

const hashOf = ({ contactSecret }: AuthDeps, userId: string, code: string): Buffer =>
  hashContactKey(contactSecret, `recovery ${userId}`, code);
