import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, execute } from '../../../base/postgres/query.ts';

// COM36: what shoppers agreed to at a checkout. Consents and opt-outs of channels (base/contacts) are separate: a grant undoes none.

/** What a shopper may agree to. `advertising`: that platforms of advertisements learn of the purchase. */
export type ConsentPurpose = 'marketing' | 'advertising';

/** A decision of a shopper. `textVersion`: the version of the words that were shown; both texts have 1 to 50 characters. */
export type ShopperConsent = {
  purpose: ConsentPurpose;
  granted: boolean;
  textVersion: string;
  /** Where it was said: `checkout`. */
  source: string;
  /** Milliseconds since 1970. */
  decidedAt: number;
};

/** Stores a shopper's decisions at a checkout; each replaces the earlier one of its purpose. */
export const shopperConsentWrite = (
  db: Queryable,
  { checkoutId, storeId }: { checkoutId: string; storeId: string },
  consents: readonly ShopperConsent[],
): Promise<void> =>
  execute(db, {
    name: 'shopper-consent-write',
    text: `
      insert into shopper_consents (checkout_id, store_id, purpose, granted, text_version, source, decided_at)
      select $1, $2, purpose, granted, text_version, source, to_timestamp(at / 1000.0)
      from unnest($3::text[], $4::boolean[], $5::text[], $6::text[], $7::float8[]) as said (purpose, granted, text_version, source, at)
      on conflict (checkout_id, purpose) do update set granted = excluded.granted, text_version = excluded.text_version,
        source = excluded.source, decided_at = excluded.decided_at`,
    values: [
      checkoutId,
      storeId,
      consents.map(({ purpose }) => purpose),
      consents.map(({ granted }) => granted),
      consents.map(({ textVersion }) => textVersion),
      consents.map(({ source }) => source),
      consents.map(({ decidedAt }) => decidedAt),
    ],
  });

/** Deletes the decisions of checkouts; returns how many. */
export const shopperConsentErase = (db: Queryable, storeId: string, checkoutIds: readonly string[]): Promise<number> =>
  affectedRows(db, {
    text: 'delete from shopper_consents where store_id = $1 and checkout_id = any($2::uuid[])',
    values: [storeId, checkoutIds],
  });
