import type { Context } from '../../context.ts';
import { keepMedia, storeMedia } from '../media.ts';
import { mediaPath } from './public-media.ts';
import type { PanelHandlers } from '../../panel-contract.ts';

/** GET and POST /panel/api/stores/:storeId/media: lists and adds a store's pictures. */
export function storeMediaHandlers(context: Context): PanelHandlers<'listMedia' | 'addMedia'> {
  const { db } = context;
  /** The URL of a picture. The base URL is not known before the service listens. */
  const addressOf = (...media: Parameters<typeof mediaPath>): string => `${context.baseUrl}${mediaPath(...media)}`;
  return {
    listMedia: async ({ params: { storeId } }) => {
      const pictures = (await storeMedia(db, storeId)).map(({ mediaId, type, createdAt }) => ({
        url: addressOf(storeId, mediaId, type),
        createdAt: createdAt.toISOString(),
      }));
      return { success: true, pictures };
    },
    addMedia: async ({ params: { storeId }, body: { data } }) => {
      const stored = await keepMedia(context, storeId, Buffer.from(data, 'base64'));
      return stored.ok ? { success: true, url: addressOf(storeId, stored.mediaId, stored.type) } : stored;
    },
  };
}
