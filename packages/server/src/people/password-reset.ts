import type { Queryable } from '../db/pool.ts';
import {
  passwordResetFind,
  passwordResetForget,
  passwordResetInsert,
  passwordResetUse,
} from '../db/queries/password-resets.ts';
import { secondFactorDelete } from '../db/queries/second-factors.ts';
import { sessionDeleteAll } from '../db/queries/sessions.ts';
import { userFindByEmail, userSetPassword } from '../db/queries/users.ts';
import { inTransaction } from '../db/transaction.ts';
import { random } from '../ids.ts';
import { noteOwnActivity } from './activity.ts';
import { refused, type PeopleRefusal } from './codes.ts';
import { hashPassword } from './password.ts';
import type { PeopleParts } from './people-parts.ts';
import { accountEmail } from './prove-password.ts';
import { newToken, tokenHash } from './secret-token.ts';
import { countAttempt, forgetAttempts } from './throttle.ts';

/** S1: how long a link sets a password, in milliseconds. */
const resetMs = 60 * 60_000;
const shortest = 10;

/** Sends the link of a token to an e-mail. */
export type MailReset = (email: string, token: string) => Promise<void>;

/** Counts a wish for a new password; where it is one too many, for the account or the address, the refusal. */
export const admitReset = (parts: PeopleParts, email: string, address: string): Promise<PeopleRefusal | undefined> =>
  countAttempt(parts, { kind: 'password_reset', email: accountEmail(email), address });

/**
 * S1: mails a link that sets a new password, to whoever has a user of this e-mail, and does nothing for anybody else. It takes as
 * long as it takes: whoever asked has had their answer, which tells nothing of it.
 */
export async function mailReset({ db, clock }: PeopleParts, email: string, mail: MailReset): Promise<void> {
  const user = await userFindByEmail(db, accountEmail(email));
  if (!user) return;
  const { token, hash } = newToken();
  const at = clock();
  await passwordResetInsert(db, { hash, userId: user.userId, at, expiresAt: at + resetMs });
  await mail(user.email, token);
}

/** S1: a token sets a password, once. Every session of the user ends; the second factor stays. */
export async function confirmReset(
  parts: PeopleParts,
  token: string,
  password: string,
): Promise<{ ok: true } | PeopleRefusal> {
  const { db, clock } = parts;
  const hash = tokenHash(token);
  const found = await passwordResetFind(db, hash, clock());
  if (!found) return refused('RESET_GONE');
  const { userId, email } = found;
  if (isWeak(password, email)) return refused('WEAK_PASSWORD');
  const passwordHash = await hashPassword(password);
  const isUsed = await inTransaction(db, async (client) => {
    if (!(await passwordResetUse(client, hash, userId))) return false;
    await changePassword(client, userId, passwordHash);
    await noteOwnActivity(client, { userId, what: 'password_changed', at: clock() });
    return true;
  });
  if (!isUsed) return refused('RESET_GONE');
  await forgetAttempts(parts, email);
  return { ok: true };
}

/**
 * Gives a user a made password, for whoever has the command line. `secondFactor`: take it away too. Undefined where nobody has
 * this e-mail.
 */
export async function resetUser(
  parts: PeopleParts,
  email: string,
  { secondFactor }: { secondFactor: boolean },
): Promise<{ userId: string; email: string; password: string; secondFactorRemoved: boolean } | undefined> {
  const { db, clock } = parts;
  const user = await userFindByEmail(db, accountEmail(email));
  if (!user) return undefined;
  const { userId } = user;
  const password = random(15).toString('base64url');
  const passwordHash = await hashPassword(password);
  const secondFactorRemoved = await inTransaction(db, async (client) => {
    await changePassword(client, userId, passwordHash);
    const note = { userId, at: clock(), byCommandLine: true };
    await noteOwnActivity(client, { ...note, what: 'password_changed' });
    const removed = secondFactor && (await secondFactorDelete(client, userId));
    if (removed) await noteOwnActivity(client, { ...note, what: 'second_factor_off' });
    return removed;
  });
  await forgetAttempts(parts, user.email);
  return { userId, email: user.email, password, secondFactorRemoved };
}

/** Whoever has the old password, a link or a session has them no more. */
async function changePassword(client: Queryable, userId: string, passwordHash: string): Promise<void> {
  await userSetPassword(client, userId, passwordHash);
  await passwordResetForget(client, userId);
  await sessionDeleteAll(client, userId);
}

function isWeak(password: string, email: string): boolean {
  const letters = Array.from(password.normalize('NFKC').trim());
  const name = email.split('@')[0]!;
  return (
    letters.length < shortest || new Set(letters).size < 3 || [email, name].includes(letters.join('').toLowerCase())
  );
}
