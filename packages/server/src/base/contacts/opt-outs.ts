import type { Channel } from '@retoma/flow';
import type { Queryable } from '../postgres/pool.ts';
import { queryRows } from '../postgres/query.ts';

/** A contact of a store on a channel; the contact as a keyed hash (contact-hash.ts). Consents (consents.ts) write opt-outs. */
export type OptOutKey = { storeId: string; channel: Channel; contactHash: Buffer };

/** Stores with opt-outs or held contacts. Few stores have any, so no lookup is needed for the others. */
type StoresWith = {
  /** A contact has opted out, or its address is suppressed. */
  readonly optOuts: ReadonlySet<string>;
  /** COM21: messages to a contact are held. */
  readonly holds: ReadonlySet<string>;
};

/** Which of the given stores have opt-outs or suppressions, and which have contacts that are held at `now` (milliseconds). */
export async function optOutStores(db: Queryable, storeIds: readonly string[], now: number): Promise<StoresWith> {
  const rows = await queryRows<{ storeId: string; optOuts: boolean; holds: boolean }>(db, {
    name: 'opt-out-stores',
    text: `select s.store_id as "storeId",
             exists (select from opt_outs o where o.store_id = s.store_id)
               or exists (select from suppressions p where p.store_id = s.store_id) as "optOuts",
             exists (select from held_contacts h where h.store_id = s.store_id and h.release_at > to_timestamp($2 / 1000.0)) as holds
           from unnest($1::uuid[]) as s (store_id)`,
    values: [storeIds, now],
  });
  const having = (member: 'optOuts' | 'holds'): Set<string> =>
    new Set(rows.filter((row) => row[member]).map(({ storeId }) => storeId));
  return { optOuts: having('optOuts'), holds: having('holds') };
}

/** The given contacts who have opted out. */
export async function optOutFindMany(db: Queryable, keys: readonly OptOutKey[]): Promise<OptOutKey[]> {
  if (keys.length === 0) return [];
  return queryRows(db, {
    name: 'opt-out-find-many',
    text: `
      select o.store_id as "storeId", o.channel, o.contact_hash as "contactHash"
      from unnest($1::uuid[], $2::text[], $3::bytea[]) as k (store_id, channel, contact_hash)
      join opt_outs o on o.store_id = k.store_id and o.channel = k.channel and o.contact_hash = k.contact_hash`,
    values: [
      keys.map(({ storeId }) => storeId),
      keys.map(({ channel }) => channel),
      keys.map(({ contactHash }) => contactHash),
    ],
  });
}

/** An opt-out for display. */
export type OptOutRow = { channel: Channel; source: string; at: Date };

/** The channels on which contacts have opted out of a store's messages. */
export const optOutList = (db: Queryable, storeId: string, contactHashes: readonly Buffer[]): Promise<OptOutRow[]> =>
  queryRows(db, {
    text: `select channel, source, opted_out_at as at from opt_outs
     where store_id = $1 and contact_hash = any($2::bytea[]) order by opted_out_at, channel`,
    values: [storeId, contactHashes],
  });
