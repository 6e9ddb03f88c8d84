import path from 'node:path';
import { userFindByEmail } from '../../db/queries/auth/users.ts';
import { random } from '../../platform/ids.ts';
import { createUser } from '../../auth/create-user.ts';
import { grantMembership } from '../../auth/memberships.ts';
import { verifyPassword } from '../../auth/password.ts';
import type { PeopleParts } from '../../privacy/privacy-deps.ts';
import { storedSecret, readStored } from '../../crypto/derive-keys.ts';

/** Who signs in to the demo store; without a password if it was changed. */
export type DemoUser = { readonly email: string; readonly password?: string };

const email = 'dona@aurora.example';

/**
 * The owner of the demo store, made where there is none, with a random password that is kept in a file of `home`, so that every
 * start shows the same one. Changes of the user stay: their password, and that they left the store.
 */
export async function ensureDemoUser(parts: PeopleParts, home: string, storeId: string): Promise<DemoUser> {
  const file = path.join(home, 'demo-password');
  const user = await userFindByEmail(parts.db, email);
  if (user) {
    const stored = readStored(file);
    const isTrue = stored !== undefined && (await verifyPassword(stored, user.passwordHash));
    return { email, ...(isTrue && { password: stored }) };
  }
  const password = storedSecret(file, () => random(15).toString('base64url'));
  // Undefined where another process was quicker.
  if (await createUser(parts.db, email, password)) {
    await grantMembership(parts, { storeId, email, by: null }, 'owner');
  }
  return { email, password };
}
