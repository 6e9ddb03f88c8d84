import type { Database } from '../base/postgres/pool.ts';
import { storeFind, type StoreRow } from './queries/stores.ts';

/** The settings of a store. */
export type StoreSetUp = Omit<StoreRow, 'storeId' | 'keys' | 'domain'>;

/** A store's current settings, read without the cache; undefined if the store does not exist. */
export async function readStoreSettings(db: Database, storeId: string): Promise<StoreSetUp | undefined> {
  const store = await storeFind(db, storeId);
  if (!store) return undefined;
  const { storeId: _id, keys: _keys, domain: _domain, ...settings } = store;
  return settings;
}
