import type { Database } from '../db/pool.ts';
import { storeFind, type StoreRow } from '../db/queries/stores/stores.ts';

/** What a store is set up with, as its settings show it. */
export type StoreSetUp = Omit<StoreRow, 'storeId' | 'keys' | 'domain'>;

/** A store's settings as they are now, and not as they were a moment ago; undefined where it does not exist. */
export async function readStoreSettings(db: Database, storeId: string): Promise<StoreSetUp | undefined> {
  const store = await storeFind(db, storeId);
  if (!store) return undefined;
  const { storeId: _id, keys: _keys, domain: _domain, ...settings } = store;
  return settings;
}
