import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditAs, noteOwnActivity } from './audit/audit-log.ts';
import { deliverActivities } from './audit/deliver-activities.ts';
import { queuedMails } from './audit/testing/queued-mails.ts';
import { unaudited } from './audit/testing/unaudited.ts';
import { contactSecret } from '../base/crypto/contact-hash.ts';
import { openPool, type Database } from '../base/postgres/pool.ts';
import { userStoreIds } from './queries/user-stores.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { createStore } from '../stores/manage-stores.ts';
import { cloneDatabase, type TestDatabase } from '../testing/test-service.ts';
import type { AuthDeps } from './auth-deps.ts';
import { createUser } from './create-user.ts';
import { grantMembership, mayAtStore, revokeMembership } from './memberships.ts';
import { listUsers } from './stores-of-user.ts';
import { storesOf } from './testing/stores-of.ts';

// Shard 0 has the users and one store, another shard the other store.
let clones: TestDatabase[];
let usersDb: Database;
let shard: Database;
let deps: AuthDeps;
let here: string;
let there: string;
let ana: string;
let now = Date.now();
const email = 'ana@loja.example';
beforeAll(async () => {
  clones = [await cloneDatabase(), await cloneDatabase()];
  [usersDb, shard] = clones.map(({ url }) => openPool(url, 4, () => {})) as [Database, Database];
  here = (await createStore(usersDb, 'Loja Zelo')).storeId;
  there = (await createStore(shard, 'Loja Águia')).storeId;
  deps = {
    usersDb,
    storeDb: (storeId) => (storeId === there ? shard : usersDb),
    clock: () => now,
    contactSecret: contactSecret('a secret for tests of thirty-two characters'),
  };
  ana = (await createUser(usersDb, email, 'uma senha comprida'))!.userId;
  await createUser(usersDb, 'bia@loja.example', 'uma senha comprida');
  const audit = auditAs({ userId: null, clock: deps.clock });
  for (const storeId of [here, there]) await grantMembership(deps, { storeId, email }, 'owner', audit);
  await grantMembership(deps, { storeId: there, email: 'bia@loja.example' }, 'owner', audit);
});
afterAll(async () => {
  await Promise.all([usersDb.end(), shard.end()]);
  for (const clone of clones) await clone.drop();
});

const logged = async (db: Database): Promise<unknown[]> =>
  (await db.query<{ store_id: string }>(`select * from audit_log where action = 'password_changed'`)).rows;
const changePassword = (): Promise<void> =>
  inTransaction(usersDb, (tx) => noteOwnActivity(deps, tx, { userId: ana, action: 'password_changed', at: now }));

test('[AUT13] the stores of a user are found in every database, by name', async () => {
  const stores = await storesOf(deps, ana);
  expect(stores.map(({ storeId, name }) => [storeId, name])).toEqual([
    [there, 'Loja Águia'],
    [here, 'Loja Zelo'],
  ]);
  expect((await listUsers(deps)).map((user) => [user.email, user.stores.map(({ name }) => name)])).toEqual([
    ['ana@loja.example', ['Loja Águia', 'Loja Zelo']],
    ['bia@loja.example', ['Loja Águia']],
  ]);
  expect((await listUsers(deps, here)).map((user) => user.email)).toEqual(['ana@loja.example']);
});

test('[AUT13][AUT6] a change of an account is in the logs of stores in other databases later, once', async () => {
  await usersDb.query('delete from account_mails');
  await shard.query('delete from account_mails');
  await changePassword();
  expect([await logged(usersDb), await logged(shard)].map(({ length }) => length)).toEqual([1, 0]);
  const { signal } = new AbortController();
  const [row] = (await usersDb.query('select * from account_activities')).rows;
  expect(row).toMatchObject({ store_id: there, account_id: ana, action: 'password_changed' });
  const counts = await Promise.all([deliverActivities(deps, signal), deliverActivities(deps, signal)]);
  expect(counts[0] + counts[1]).toBe(1);
  expect(await logged(shard)).toMatchObject([{ store_id: there, user_id: ana, activity_id: row.activity_id }]);
  // A process that ended between both databases repeats it.
  await usersDb.query('insert into account_activities select ($1::account_activities).*', [
    `(${row.activity_id},${there},${ana},${ana},password_changed,,2026-01-01,2026-01-01)`,
  ]);
  expect(await deliverActivities(deps, signal)).toBe(1);
  expect(await logged(shard)).toHaveLength(1);
  expect((await usersDb.query('select from account_activities')).rows).toEqual([]);
  // Each database has the e-mails of its change; the user gets one.
  expect(await queuedMails(usersDb)).toEqual([{ kind: 'password_changed', recipient: email }]);
  const { rows } = await shard.query('select recipient_id, details from account_mails');
  const bia = (await listUsers(deps, there))[1]!.userId;
  expect(rows).toMatchObject([{ recipient_id: bia, details: { byId: ana, store: null } }]);
});

test('[AUT13] what is on its way to a store that the user has left is dropped', async () => {
  const before = (await logged(shard)).length;
  await changePassword();
  await revokeMembership(deps, { storeId: there, email }, unaudited);
  now += 60_000;
  await deliverActivities(deps, new AbortController().signal);
  expect(await logged(shard)).toHaveLength(before);
  expect((await usersDb.query('select from account_activities')).rows).toEqual([]);
});

test('[AUT5][AUT13] after changes at the same time a member’s store is among those of the user', async () => {
  const change = { storeId: there, email };
  for (let round = 0; round < 40; round++) {
    await Promise.all([
      grantMembership(deps, change, 'reader', unaudited),
      revokeMembership(deps, change, unaudited),
      grantMembership(deps, change, 'editor', unaudited),
      revokeMembership(deps, change, unaudited),
    ]);
    const isMember = await mayAtStore(shard, { storeId: there, userId: ana, permission: 'view' });
    if (isMember) expect(await userStoreIds(usersDb, ana)).toContain(there);
  }
  await revokeMembership(deps, change, unaudited);
  expect(await userStoreIds(usersDb, ana)).toEqual([here]);
  const nowhere = { storeId: '00000000-0000-7000-8000-000000000000', email };
  expect(await grantMembership(deps, nowhere, 'owner', unaudited)).toEqual({ ok: false, code: 'STORE_NOT_FOUND' });
  expect(await userStoreIds(usersDb, ana)).not.toContain(nowhere.storeId);
});
