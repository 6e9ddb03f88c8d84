import type { Audit } from '../http/audit-actions.ts';
import type { Database } from '../base/postgres/pool.ts';
import {
  freightSettingsFind,
  freightSettingsSet,
  noFreightSettings,
  type FreightSettings,
} from './queries/freight-settings.ts';
import { storeFind } from './queries/stores.ts';
import { inTransaction } from '../base/postgres/transaction.ts';

/** COM31: from where a store ships, its usual box, and its rules. */
export const readFreightSettings = async (db: Database, storeId: string): Promise<FreightSettings> =>
  (await freightSettingsFind(db, storeId)) ?? noFreightSettings;

/** COM31: changes them; the caller checks their limits. False: no such store. */
export const changeFreightSettings = (
  db: Database,
  storeId: string,
  settings: FreightSettings,
  audit: Audit<'shipping_changed'>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    if (!(await storeFind(client, storeId))) return false;
    await freightSettingsSet(client, storeId, settings);
    await audit(client, { storeId, action: 'shipping_changed' });
    return true;
  });
