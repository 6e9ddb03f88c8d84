import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneDatabase } from '../../../base/postgres/databases.ts';
import { openPool, type Database } from '../../../base/postgres/pool.ts';
import { userFindByEmail } from '../../../members/queries/users.ts';
import { revokeMembership, grantMembership } from '../../../members/memberships.ts';
import { storesOf } from '../../../members/testing/stores-of.ts';
import { createUser } from '../../../members/create-user.ts';
import { resetUser } from '../../../members/password-reset.ts';
import { verifyPassword } from '../../../members/password.ts';
import { contactSecret } from '../../../base/crypto/contact-hash.ts';
import { createStore } from '../../../stores/manage-stores.ts';
import { cloneDatabase } from '../../../testing/test-service.ts';
import { ensureDemoUser } from './ensure-demo-user.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
let home: string;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 2, () => {});
  home = mkdtempSync(path.join(os.tmpdir(), 'retoma-demo-user-'));
});
afterAll(async () => {
  await db.end();
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

test('the demo has an owner with a random password, and later changes stay', async () => {
  const parts = {
    ...oneDatabase(db),
    clock: Date.now,
    contactSecret: contactSecret('a secret for tests of thirty-two characters'),
  };
  const { storeId } = await createStore(db, 'Loja Aurora', { demo: true });
  const first = await ensureDemoUser(parts, home, storeId);
  expect(first.password).toMatch(/^[\w-]{20}$/);
  expect(statSync(path.join(home, 'demo-password')).mode & 0o777).toBe(0o600);
  const user = (await userFindByEmail(db, first.email))!;
  expect(await verifyPassword(first.password!, user.passwordHash)).toBe(true);
  expect(await storesOf(parts, user.userId)).toMatchObject([{ storeId, role: 'owner' }]);
  expect(await ensureDemoUser(parts, home, storeId)).toEqual(first);
  // Started from another folder, the password is unknown.
  expect(await ensureDemoUser(parts, path.join(home, 'elsewhere'), storeId)).toEqual({ email: first.email });

  await createUser(db, 'ana@loja.example', 'uma senha comprida');
  await grantMembership(parts, { storeId, email: 'ana@loja.example' }, 'owner', unaudited);
  await revokeMembership(parts, { storeId, email: first.email }, unaudited);
  await resetUser(parts, first.email, { secondFactor: false });
  expect(await ensureDemoUser(parts, home, storeId)).toEqual({ email: first.email });
  expect(await storesOf(parts, user.userId)).toEqual([]);
});
