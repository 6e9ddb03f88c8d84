import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/postgres/pool.ts';
import { mediaFind, mediaInsert, mediaList, type MediaRow, type MediaType } from './queries/media.ts';

/** The largest picture, in bytes. */
export const mediaBytes = 256 * 1024;

/** The most pictures of one store. */
export const maxMedia = 200;

/** The result of storing a picture. */
export type MediaStored =
  | { ok: true; mediaId: string; type: MediaType }
  | { ok: false; code: 'NOT_A_PICTURE' | 'PICTURE_TOO_LARGE' | 'TOO_MANY_PICTURES' };

/** Stores a picture of a store under the hash of its bytes. Its type comes from its bytes, not from the request. */
export async function keepMedia(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  storeId: string,
  bytes: Buffer,
  max = maxMedia,
): Promise<MediaStored> {
  if (bytes.length > mediaBytes) return { ok: false, code: 'PICTURE_TOO_LARGE' };
  const type = typeOf(bytes);
  if (!type) return { ok: false, code: 'NOT_A_PICTURE' };
  const mediaId = createHash('sha256').update(bytes).digest('base64url');
  const isStored = await mediaInsert(db, { storeId, mediaId, type, bytes, at: clock() }, max);
  return isStored ? { ok: true, mediaId, type } : { ok: false, code: 'TOO_MANY_PICTURES' };
}

/** The pictures of a store, newest first. */
export const storeMedia = (db: Database, storeId: string): Promise<MediaRow[]> => mediaList(db, storeId);

/** A picture by its hash; undefined if there is none. */
export const findMedia = (db: Database, mediaId: string): ReturnType<typeof mediaFind> => mediaFind(db, mediaId);

/** The type of a picture, by its first bytes; undefined: not shown by all browsers and mail readers, or SVG, which can run scripts. */
function typeOf(bytes: Buffer): MediaType | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg';
  const [container, kind] = [bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)];
  return container === 'RIFF' && kind === 'WEBP' ? 'webp' : undefined;
}
