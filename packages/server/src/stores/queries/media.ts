import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, queryRow, queryRows } from '../../base/postgres/query.ts';

/** The accepted image types. */
export type MediaType = 'png' | 'jpeg' | 'webp';

/** A picture of a store. `mediaId`: the SHA-256 of its bytes, in base64url. */
export type MediaRow = { mediaId: string; type: MediaType; createdAt: Date };

/** Stores a picture, unless the store has it already. `at`: milliseconds since 1970. False: the store already has `max` pictures. */
export const mediaInsert = (
  db: Queryable,
  {
    storeId,
    mediaId,
    type,
    bytes,
    at,
  }: { storeId: string; mediaId: string; type: MediaType; bytes: Buffer; at: number },
  max: number,
): Promise<boolean> =>
  affectsOne(db, {
    text: `with known as (select media_id from media where store_id = $1 and media_id = $2),
       made as (
         insert into media (store_id, media_id, type, bytes, created_at)
         select $1, $2, $3, $4, to_timestamp($6 / 1000.0) where (select count(*) from media where store_id = $1) < $5 and not exists (select from known)
         on conflict do nothing returning media_id
       )
     select media_id from known union all select media_id from made`,
    values: [storeId, mediaId, type, bytes, max, at],
  });

/** The pictures of a store, newest first. */
export const mediaList = (db: Queryable, storeId: string): Promise<MediaRow[]> =>
  queryRows(db, {
    text: `select media_id as "mediaId", type, created_at as "createdAt" from media
     where store_id = $1 order by created_at desc, media_id`,
    values: [storeId],
  });

/** A picture by its hash, of any store: the same bytes are the same picture. */
export const mediaFind = (db: Queryable, mediaId: string): Promise<{ type: MediaType; bytes: Buffer } | undefined> =>
  queryRow(db, {
    name: 'media-find',
    text: 'select type, bytes from media where media_id = $1 limit 1',
    values: [mediaId],
  });
