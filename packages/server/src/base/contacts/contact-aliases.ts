import type { Queryable } from '../postgres/pool.ts';
import { execute, queryRows } from '../postgres/query.ts';
import { deleteOldest } from '../retention/retention.ts';

/** A provider's own id of a person, and the contact that it means; both as keyed hashes (contact-hash.ts). */
export type ContactAlias = { aliasHash: Buffer; contactHash: Buffer };

/** The known ones of a store's aliases. */
export const contactAliasFindMany = (
  db: Queryable,
  storeId: string,
  aliasHashes: readonly Buffer[],
): Promise<ContactAlias[]> =>
  queryRows(db, {
    name: 'contact-alias-find-many',
    text: `select alias_hash as "aliasHash", contact_hash as "contactHash" from contact_aliases
     where store_id = $1 and alias_hash = any($2::bytea[])`,
    values: [storeId, aliasHashes],
  });

/** Notes which contact an alias means; the newest report counts. `at` in milliseconds. */
export const contactAliasSet = (
  db: Queryable,
  storeId: string,
  { aliasHash, contactHash }: ContactAlias,
  at: number,
): Promise<void> =>
  execute(db, {
    name: 'contact-alias-set',
    text: `
      insert into contact_aliases (store_id, alias_hash, contact_hash, noted_at) values ($1, $2, $3, to_timestamp($4 / 1000.0))
      on conflict (store_id, alias_hash) do update set contact_hash = excluded.contact_hash, noted_at = excluded.noted_at`,
    values: [storeId, aliasHash, contactHash, at],
  });

/** Deletes aliases that were noted long ago; the next report of a message to the person notes them again. */
export const contactAliasForget = deleteOldest('contact_aliases', 'noted_at');
