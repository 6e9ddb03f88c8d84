import type { Queryable } from '../base/postgres/pool.ts';
import { userInsert } from './queries/users.ts';
import { newId, random } from '../base/ids.ts';
import { hashPassword } from './password.ts';
import { accountEmail } from './account-email.ts';

/** A new user. `password`: the generated one, if none was given; it cannot be shown again. */
export type CreatedUser = { userId: string; email: string; password?: string };

/** Creates a user who can sign in. Undefined if the e-mail is taken. */
export async function createUser(db: Queryable, email: string, password?: string): Promise<CreatedUser | undefined> {
  const made = password ?? random(15).toString('base64url');
  const user = { userId: newId(), email: accountEmail(email), passwordHash: await hashPassword(made) };
  if (!(await userInsert(db, user))) return undefined;
  return { userId: user.userId, email: user.email, ...(password === undefined && { password: made }) };
}
