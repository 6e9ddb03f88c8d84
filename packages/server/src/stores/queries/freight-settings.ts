import type { ShippingRules } from '@retoma/commerce';
import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryRow } from '../../base/postgres/query.ts';

/** COM31: from where a store ships (a CEP of 8 digits; null: unknown), its usual box, and its rules. Grams, centimetres, cents. */
export type FreightSettings = {
  origin: string | null;
  weight: number;
  width: number;
  height: number;
  length: number;
} & ShippingRules;

/** The settings of a store that set none. */
export const noFreightSettings: FreightSettings = {
  origin: null,
  weight: 300,
  width: 16,
  height: 11,
  length: 20,
  handlingDays: 0,
  handlingCost: 0,
  freeFrom: [],
};

/** The members of `FreightSettings` as columns of `f`. */
export const freightSettingsColumns = `
  f.origin_zipcode as origin, f.weight_grams as weight, f.width_cm as width, f.height_cm as height, f.length_cm as length,
  f.handling_days as "handlingDays", f.handling_cents as "handlingCost", f.free_from as "freeFrom"`;

/** The settings of a store; undefined: it set none. */
export const freightSettingsFind = (db: Queryable, storeId: string): Promise<FreightSettings | undefined> =>
  queryRow(db, {
    text: `select ${freightSettingsColumns} from freight_settings f where f.store_id = $1`,
    values: [storeId],
  });

/** Stores the settings of a store. */
export const freightSettingsSet = (db: Queryable, storeId: string, settings: FreightSettings): Promise<void> =>
  execute(db, {
    text: `insert into freight_settings (store_id, origin_zipcode, weight_grams, width_cm, height_cm, length_cm, handling_days,
       handling_cents, free_from) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (store_id) do update set origin_zipcode = excluded.origin_zipcode, weight_grams = excluded.weight_grams,
       width_cm = excluded.width_cm, height_cm = excluded.height_cm, length_cm = excluded.length_cm,
       handling_days = excluded.handling_days, handling_cents = excluded.handling_cents, free_from = excluded.free_from`,
    values: [
      storeId,
      settings.origin,
      settings.weight,
      settings.width,
      settings.height,
      settings.length,
      settings.handlingDays,
      settings.handlingCost,
      JSON.stringify(settings.freeFrom),
    ],
  });
