import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, execute } from '../../../base/postgres/query.ts';

/**
 * What connects a checkout with the advertisement that led to it (COM37). Unknown members are missing; each text has at most 500
 * characters. Used only with the shopper's consent.
 */
export type Attribution = {
  /** Cookies of Meta: the browser, and the click with its instant. */
  fbp?: string;
  fbc?: string;
  /** Of Google Analytics: the browser, and its session by stream. */
  gaClientId?: string;
  gaSessions?: Record<string, string>;
  /** Click ids of Google. */
  gclid?: string;
  gbraid?: string;
  wbraid?: string;
  /** Of TikTok: the click, and the browser. */
  ttclid?: string;
  ttp?: string;
  ip?: string;
  userAgent?: string;
  /** The page's address, without its query. */
  pageUrl?: string;
};

/**
 * Stores what a visit of a checkout's page brought; its members replace those of earlier visits. The instant of Meta's click is that of its
 * first visit. The checkout exists.
 */
export const attributionWrite = (
  db: Queryable,
  { checkoutId, storeId }: { checkoutId: string; storeId: string },
  data: Attribution,
): Promise<void> =>
  execute(db, {
    name: 'attribution-write',
    text: `
      insert into shopper_attributions as s (checkout_id, store_id, data) values ($1, $2, $3)
      on conflict (checkout_id) do update set data = (s.data::jsonb || (excluded.data::jsonb - case
        when ${clickOf('s')} = ${clickOf('excluded')} then 'fbc' else '' end))::json`,
    values: [checkoutId, storeId, JSON.stringify(data)],
  });

/** The click in `fbc`, which follows the third dot. */
const clickOf = (row: string): string => `regexp_replace(${row}.data ->> 'fbc', '^([^.]*[.]){3}', '')`;

/** Deletes the attributions of checkouts; returns how many. */
export const attributionErase = (db: Queryable, storeId: string, checkoutIds: readonly string[]): Promise<number> =>
  affectedRows(db, {
    text: 'delete from shopper_attributions where store_id = $1 and checkout_id = any($2::uuid[])',
    values: [storeId, checkoutIds],
  });
