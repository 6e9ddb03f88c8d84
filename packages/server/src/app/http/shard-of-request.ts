import type { IncomingMessage } from 'node:http';
import type { Context } from '../../context.ts';
import { shardOfShortCode } from '../../base/links/short-link.ts';
import { readClickMark, readOpenMark } from '../../base/links/tracking-links.ts';
import { readUnsubscribeToken } from '../../base/links/unsubscribe-link.ts';
import { isId, shardOf } from '../../base/ids.ts';
import { shardOfMedia } from '../../stores/panel/public-media.ts';

/** What opens the keys and links of requests. */
type RequestKeys = Pick<Context, 'keys' | 'marksKey' | 'unsubscribeKey'>;

/** The shard that a link names; 0 if it cannot be read. By the first segment of its path. */
const ofLink: Readonly<Record<string, (rest: string, keys: RequestKeys) => number>> = {
  o: (rest, { marksKey }) => ofId(readOpenMark(marksKey, rest.replace(/\.gif$/, ''))?.connectionId),
  c: (rest, { marksKey }) => ofId(readClickMark(marksKey, rest)?.connectionId),
  u: (rest, { unsubscribeKey }) => ofId(readUnsubscribeToken(unsubscribeKey, rest)?.storeId),
  l: (rest) => shardOfShortCode(rest),
  public: (rest) => shardOfMedia(rest),
};

const ofId = (id: string | undefined): number => (id === undefined ? 0 : shardOf(id));

const firstId = /\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:[/?]|$)/i;

/** Signed events name their store in the query. */
function storeOfSignedEvent(path: string, query: string): string | undefined {
  if (!path.endsWith('/stores/external/events')) return undefined;
  const store = new URLSearchParams(query).get('store') ?? '';
  return isId(store) ? store : undefined;
}

/**
 * SHD4: the shard of a request, from what the request holds, without a query: the store of its API key, otherwise the first id of its path or
 * the store of a signed event, otherwise what its link names. Requests that name nothing are of shard 0, which has the people.
 */
export function shardOfRequest(
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  keys: RequestKeys,
): number {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return ofId(keys.keys.decode(key)?.storeId);
  const [path = '/', query = ''] = url.split('?', 2);
  const id = firstId.exec(path)?.[1] ?? storeOfSignedEvent(path, query);
  if (id !== undefined) return shardOf(id.toLowerCase());
  const [, area = '', rest = ''] = /^\/([a-z]+)\/(.+)$/.exec(path) ?? [];
  return Object.hasOwn(ofLink, area) ? ofLink[area]!(rest, keys) : 0;
}
