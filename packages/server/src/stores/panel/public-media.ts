import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { findMedia } from '../media.ts';
import { shardOf } from '../../base/ids.ts';
import { sendError } from '../../http/errors.ts';

const endings = { png: 'png', jpeg: 'jpg', webp: 'webp' } as const;

/** The path of a picture of a store, below the service's address. Above shard 0 the name begins with the shard. */
export function mediaPath(storeId: string, mediaId: string, type: keyof typeof endings): string {
  const shard = shardOf(storeId);
  return `/public/media/${shard === 0 ? '' : `${shard}.`}${mediaId}.${endings[type]}`;
}

/** The shard that the part of a path after `/public/` names. */
export const shardOfMedia = (rest: string): number => Number(/^media\/(\d{1,4})\./.exec(rest)?.[1] ?? 0);

/**
 * GET /public/media/<hash>.<ending>: a picture of a store: its logo, or one of its messages. Everyone with the hash may read it, since
 * readers of e-mails must. Clients cache it without limit, and scripts in it do not run.
 */
export function addMedia(app: FastifyInstance, { db }: Context): void {
  app.get('/public/media/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const [, mediaId, ending] = /^(?:\d{1,4}\.)?([A-Za-z0-9_-]{43})\.(png|jpg|webp)$/.exec(name) ?? [];
    const found = mediaId === undefined ? undefined : await findMedia(db, mediaId);
    if (!found || endings[found.type] !== ending) return sendError(reply, 'NOT_FOUND');
    return reply
      .headers({
        'content-type': `image/${found.type}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(found.bytes);
  });
}
