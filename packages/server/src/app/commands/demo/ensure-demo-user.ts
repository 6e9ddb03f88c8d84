import { auditAs } from '../../../members/audit/audit-log.ts';
import path from 'node:path';
import { userFindByEmail } from '../../../members/queries/users.ts';
import { random } from '../../../base/ids.ts';
import { createUser } from '../../../members/create-user.ts';
import { grantMembership } from '../../../members/memberships.ts';
import { verifyPassword } from '../../../members/password.ts';
import type { AuthDeps } from '../../../members/auth-deps.ts';
import { storedSecret, readStored } from '../../../base/crypto/derive-keys.ts';

/** The user of the demo store. `password` is absent if the user changed it. */
export type DemoUser = { readonly email: string; readonly password?: string };

const email = 'dona@aurora.example';

/**
 * The owner of the demo store, created if missing. The random password is stored in a file in `home`, so that every start shows the same
 * one. Changes of the user stay: a new password, or that they left the store.
 */
export async function ensureDemoUser(deps: AuthDeps, home: string, storeId: string): Promise<DemoUser> {
  const file = path.join(home, 'demo-password');
  const user = await userFindByEmail(deps.usersDb, email);
  if (user) {
    const stored = readStored(file);
    const isTrue = stored !== undefined && (await verifyPassword(stored, user.passwordHash));
    return { email, ...(isTrue && { password: stored }) };
  }
  const password = storedSecret(file, () => random(15).toString('base64url'));
  // Undefined if another process created the user meanwhile.
  if (await createUser(deps.usersDb, email, password)) {
    await grantMembership(deps, { storeId, email }, 'owner', auditAs({ userId: null, clock: deps.clock }));
  }
  return { email, password };
}
