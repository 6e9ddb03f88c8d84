import type { Audit } from '../audit/audit-log.ts';
import type { Database } from '../db/pool.ts';
import {
  freightSettingsFind,
  freightSettingsSet,
  noFreightSettings,
  type FreightSettings,
} from '../db/queries/stores/freight-settings.ts';
import { storeFind } from '../db/queries/stores/stores.ts';
import { inTransaction } from '../db/transaction.ts';

/** The most rules of a store, ranges of CEPs of a region, and handling days. */
const freightLimits = { rules: 30, ranges: 30, handlingDays: 60, grams: 1_000_000, centimetres: 1_000 } as const;

/** COM31: from where a store ships, its usual box, and its rules. */
export const readFreightSettings = async (db: Database, storeId: string): Promise<FreightSettings> =>
  (await freightSettingsFind(db, storeId)) ?? noFreightSettings;

/** COM31: changes them; they must be within `freightLimits`. False: no such store. */
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
