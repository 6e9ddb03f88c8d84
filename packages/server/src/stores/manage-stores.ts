import type { ApiScope } from '@retoma/commerce';
import { apiKeyEnd, apiKeyInsert, apiKeyList, type ApiKeyRow } from './queries/api-keys.ts';
import type { Audit } from '../http/audit-actions.ts';
import { constraintOf, type Database } from '../base/postgres/pool.ts';
import { domainsRelease } from './queries/domain-claims.ts';
import { exampleRowsDelete } from './queries/example-rows.ts';
import { storeDelete, storeFind, storeInsert, storeList, storeUpdate, type StoreChange } from './queries/stores.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { newId } from '../base/ids.ts';
import { changesProtectedSetting } from './protected-settings.ts';
import { newKeyId, type ApiKeys, type KeyKind } from './api-key.ts';

/** CHK10: how long a rotated key still works, in seconds. */
const rotationGraceSeconds = 24 * 60 * 60;

/** Creates a store, active at once, in the database of its shard. The name has 1 to 200 characters. */
export async function createStore(
  db: Database,
  name: string,
  { storeId = newId(), demo = false } = {},
): Promise<{ storeId: string }> {
  await storeInsert(db, { storeId, name, demo });
  return { storeId };
}

/** A new key in full; it is shown only when it is made (CHK10). */
export type NewApiKey = { key: string; keyId: string };

/** Makes a key for a store; undefined if the store does not exist. `scopes`: API1, of a secret key; null: no limit. */
export async function createKey(
  db: Database,
  keys: ApiKeys,
  storeId: string,
  kind: KeyKind,
  audit: Audit<'key_created'>,
  scopes: readonly ApiScope[] | null = null,
): Promise<NewApiKey | undefined> {
  return inTransaction(db, async (client) => {
    const store = await storeFind(client, storeId);
    if (!store) return undefined;
    const keyId = newKeyId();
    await apiKeyInsert(client, { keyId, storeId, kind, scopes });
    await audit(client, { storeId, action: 'key_created', detail: [kind, ...(scopes ?? [])].join(' ') });
    return { key: keys.encode({ kind, storeId, keyId, test: store.test }), keyId };
  });
}

/** CHK10: makes a new key of the same kind. The old one works for 24 hours more, or ends now. Undefined if no working key has that id. */
export async function rotateKey(
  db: Database,
  keys: ApiKeys,
  keyId: string,
  endOldNow: boolean,
  audit: Audit<'key_rotated'>,
): Promise<(NewApiKey & { old: ApiKeyRow }) | undefined> {
  return inTransaction(db, async (client) => {
    const old = await apiKeyEnd(client, keyId, endOldNow ? 0 : rotationGraceSeconds);
    if (!old) return undefined;
    const fresh = newKeyId();
    await apiKeyInsert(client, { keyId: fresh, storeId: old.storeId, kind: old.kind, scopes: old.scopes });
    await audit(client, { storeId: old.storeId, action: 'key_rotated', detail: old.kind });
    return { key: keys.encode({ ...old, keyId: fresh }), keyId: fresh, old };
  });
}

/** Ends a key now. False if no working key has that id. */
export const revokeKey = (db: Database, keyId: string, audit: Audit<'key_ended'>): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const ended = await apiKeyEnd(client, keyId, 0);
    if (ended) await audit(client, { storeId: ended.storeId, action: 'key_ended', detail: ended.kind });
    return ended !== undefined;
  });

/**
 * The refusals of `changeStore`. `SANDBOX_IN_LIVE_STORE`: a live store cannot take payments through the sandbox. `EXAMPLE_STORE`: an example
 * store does not become live (AUT16). `TEST_STORE`: the settings of a test store are those of its store (TST2).
 */
export type StoreRefusal = 'STORE_NOT_FOUND' | 'SANDBOX_IN_LIVE_STORE' | 'EXAMPLE_STORE' | 'TEST_STORE';

/** Changes a store; the settings are those that `checkStoreSettings` accepts. */
export async function changeStore(
  db: Database,
  storeId: string,
  settings: StoreChange,
  audit: Audit<'settings_changed' | 'protected_settings_changed'>,
): Promise<StoreRefusal | undefined> {
  const store = await storeFind(db, storeId);
  if (!store) return 'STORE_NOT_FOUND';
  if (store.testOf !== null) return 'TEST_STORE';
  if (settings.live && store.exampleOf !== null) return 'EXAMPLE_STORE';
  try {
    return await inTransaction(db, async (client) => {
      if (!(await storeUpdate(client, storeId, settings))) return 'STORE_NOT_FOUND';
      const action = changesProtectedSetting(settings) ? 'protected_settings_changed' : 'settings_changed';
      const members = Object.keys(settings).join(' ');
      if (members !== '') await audit(client, { storeId, action, detail: members });
      return undefined;
    });
  } catch (error) {
    if (constraintOf(error) === 'forbid_sandbox_in_live_store') return 'SANDBOX_IN_LIVE_STORE';
    throw error;
  }
}

/** The refusals of `deleteStore`. STORE_NAME_DIFFERS: `name` is not the name of the store. */
export type StoreDeletion = { ok: true } | { ok: false; code: 'STORE_NOT_FOUND' | 'STORE_NAME_DIFFERS' };

/**
 * Deletes a store: its keys end, it takes and sends nothing more, and what it did stays stored, unless it is example data (AUT17). `name`:
 * its name as a person typed it, so that no other store is deleted by mistake; undefined: not asked for.
 */
export async function deleteStore(
  { db, usersDb }: { readonly db: Database; readonly usersDb: Database },
  storeId: string,
  name: string | undefined,
  audit: Audit<'store_deleted'>,
): Promise<StoreDeletion> {
  const deleted = await inTransaction<StoreDeletion>(db, async (client) => {
    const store = await storeFind(client, storeId);
    if (!store) return { ok: false, code: 'STORE_NOT_FOUND' };
    if (name !== undefined && name.trim() !== store.name.trim()) return { ok: false, code: 'STORE_NAME_DIFFERS' };
    // Before the deletion, so that the owners still get their e-mail about it.
    await audit(client, { storeId, action: 'store_deleted', detail: store.name });
    await storeDelete(client, storeId);
    if (store.exampleOf !== null) await exampleRowsDelete(client, storeId);
    return { ok: true };
  });
  // CHK14: its domain is free for another store.
  if (deleted.ok) await domainsRelease(usersDb, storeId);
  return deleted;
}

/** The demo store and a working key of each kind. */
export type DemoStore = { storeId: string; checkoutKey: string; secretKey: string };

/** The demo store with a working key of each kind, created if missing. Every start returns the same keys. */
export async function ensureDemoStore(db: Database, keys: ApiKeys, audit: Audit<'key_created'>): Promise<DemoStore> {
  const stores = await storeList(db);
  const storeId =
    stores.find(({ demo }) => demo)?.storeId ?? (await createStore(db, 'Loja Aurora', { demo: true })).storeId;
  const keyOf = async (kind: KeyKind): Promise<string> => {
    const working = (await apiKeyList(db, storeId)).find((key) => key.kind === kind && key.endsAt === null);
    if (working) return keys.encode(working);
    return (await createKey(db, keys, storeId, kind, audit))!.key;
  };
  return { storeId, checkoutKey: await keyOf('checkout'), secretKey: await keyOf('secret') };
}
