import { unaudited } from './audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneDatabase } from '../base/postgres/databases.ts';
import { openPool, type Database } from '../base/postgres/pool.ts';
import { storeDelete } from '../stores/queries/stores.ts';
import { newId } from '../base/ids.ts';
import { contactSecret } from '../base/crypto/contact-hash.ts';
import { createStore } from '../stores/manage-stores.ts';
import { cloneDatabase } from '../testing/test-service.ts';
import { createUser } from './create-user.ts';
import { grantMembership, mayAtStore, revokeMembership } from './memberships.ts';
import { storesOf } from './testing/stores-of.ts';
import { may, permissionNames, permissions, roles } from '../http/roles.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
const parts = () => ({
  ...oneDatabase(db),
  clock: Date.now,
  contactSecret: contactSecret('a secret for tests of thirty-two characters'),
});
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 4, () => {});
  for (const name of ['ana', 'bia']) await createUser(db, `${name}@loja.example`, 'uma senha comprida');
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const ana = 'ana@loja.example';
const bia = 'Bia@Loja.example';
const newStore = async (): Promise<string> => (await createStore(db, 'Loja Aurora')).storeId;

describe('roles', () => {
  test('[AUT5] an owner may do everything, every role may view, and an unknown role may do nothing', () => {
    expect(permissionNames.filter((permission) => !may('owner', permission))).toEqual([]);
    expect(roles.filter((role) => !may(role, 'view'))).toEqual([]);
    expect(permissionNames.filter((permission) => may('reader', permission))).toEqual(['view']);
    expect(permissionNames.filter((permission) => may('admin', permission))).toEqual([]);
  });

  test('[AUT5] support may change orders and operate runs, but neither automations nor settings', () => {
    expect(permissionNames.filter((permission) => may('support', permission))).toEqual([
      'view',
      'seeShoppers',
      'operateRuns',
      'changeOrders',
    ]);
    for (const permission of ['changeSettings', 'changeTeam', 'seeActivity'] as const) {
      expect(permissions[permission]).toEqual(['owner']);
    }
  });
});

describe('memberships', () => {
  test('[AUT5] a user has one role for each store', async () => {
    const [one, other] = [await newStore(), await newStore()];
    await grantMembership(parts(), { storeId: one, email: ana }, 'owner', unaudited);
    await grantMembership(parts(), { storeId: one, email: bia }, 'reader', unaudited);
    const granted = await grantMembership(parts(), { storeId: one, email: bia }, 'editor', unaudited);
    await grantMembership(parts(), { storeId: other, email: bia }, 'support', unaudited);
    const userId = granted.ok ? granted.userId : '';
    const stores = await storesOf(parts(), userId);
    expect(Object.fromEntries(stores.map(({ storeId, role }) => [storeId, role]))).toEqual({
      [one]: 'editor',
      [other]: 'support',
    });
    const allowed = (storeId: string, permission: 'editAutomations' | 'view') =>
      mayAtStore(db, { storeId, userId, permission });
    expect(await allowed(one, 'editAutomations')).toBe(true);
    expect(await allowed(other, 'editAutomations')).toBe(false);
    expect(await allowed(await newStore(), 'view')).toBeUndefined();
    await storeDelete(db, one);
    expect(await allowed(one, 'view')).toBeUndefined();
    expect((await storesOf(parts(), userId)).map(({ storeId }) => storeId)).toEqual([other]);
  });

  test('[AUT5] the last owner cannot be removed, also with two concurrent removals', async () => {
    const storeId = await newStore();
    const refused = { ok: false, code: 'LAST_OWNER' };
    const of = (email: string) => ({ storeId, email });
    await grantMembership(parts(), of(ana), 'owner', unaudited);
    expect(await grantMembership(parts(), of(ana), 'owner', unaudited)).toMatchObject({ ok: true });
    expect(await grantMembership(parts(), of(ana), 'editor', unaudited)).toEqual(refused);
    expect(await revokeMembership(parts(), of(ana), unaudited)).toEqual(refused);
    await grantMembership(parts(), of(bia), 'owner', unaudited);
    const both = await Promise.all([
      revokeMembership(parts(), of(ana), unaudited),
      grantMembership(parts(), of(bia), 'reader', unaudited),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual(refused);
  });

  test('[AUT5] refusals have a code', async () => {
    const storeId = await newStore();
    const unknown = { storeId, email: 'x@loja.example' };
    expect(await grantMembership(parts(), unknown, 'owner', unaudited)).toEqual({ ok: false, code: 'USER_NOT_FOUND' });
    const nowhere = { storeId: newId(), email: ana };
    expect(await grantMembership(parts(), nowhere, 'owner', unaudited)).toEqual({ ok: false, code: 'STORE_NOT_FOUND' });
    expect(await revokeMembership(parts(), { storeId, email: ana }, unaudited)).toEqual({
      ok: false,
      code: 'NOT_A_MEMBER',
    });
  });
});
