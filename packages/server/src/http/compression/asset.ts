import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedCodings, type Coding } from './accepted-codings.ts';
import { compress } from './compress.ts';

/** A file that is the same for every client, in memory, with its compressed forms. */
export type Asset = {
  readonly type: string;
  /** Weak, because all codings share one tag. */
  readonly etag: string;
  readonly identity: Buffer;
  /** The compressed forms by coding; some are made at their first request. */
  readonly forms: ReadonlyMap<Coding, () => Buffer | Promise<Buffer>>;
};

/** Brotli first: assets are compressed only once, and Brotli makes them smaller. */
const preferred: readonly Coding[] = ['br', 'gzip', 'identity'];

/** How long a client may use its copy: `immutable` if the URL changes with the content, else seconds; 0: revalidate each time. */
type Freshness = 'immutable' | number;

/** A text asset. Each coding is made once, at its first request. */
export function textAsset(type: string, text: string): Asset {
  const identity = Buffer.from(text);
  const once = (coding: 'br' | 'gzip'): (() => Promise<Buffer>) => {
    let made: Promise<Buffer> | undefined;
    return () => (made ??= compress(identity, coding, 'static'));
  };
  return asset(type, identity, { br: once('br'), gzip: once('gzip') });
}

/** An asset of bytes and the compressed forms that were built with it; pictures and fonts have none. */
export function builtAsset(type: string, identity: Buffer, built: { br?: Buffer; gzip?: Buffer } = {}): Asset {
  const { br, gzip } = built;
  return asset(type, identity, { ...(br && { br: () => br }), ...(gzip && { gzip: () => gzip }) });
}

function asset(type: string, identity: Buffer, forms: Partial<Record<Coding, () => Buffer | Promise<Buffer>>>): Asset {
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { type, etag, identity, forms: new Map(Object.entries(forms)) as Asset['forms'] };
}

/** Responds with an asset in the coding that the client prefers, or with 304 if its copy is current. */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  freshness: Freshness,
): Promise<FastifyReply> {
  const { type, etag, identity, forms } = asset;
  reply.headers({ 'cache-control': cacheControl(freshness), vary: 'accept-encoding', etag });
  if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.header('content-type', type);
  const coding = acceptedCodings(request, preferred).find((coding) => coding === 'identity' || forms.has(coding));
  const form = coding && forms.get(coding);
  if (coding === undefined || form === undefined) return reply.send(identity);
  return reply.header('content-encoding', coding).send(await form());
}

function cacheControl(freshness: Freshness): string {
  if (freshness === 'immutable') return 'public, max-age=31536000, immutable';
  return freshness === 0 ? 'no-cache' : `public, max-age=${freshness}`;
}

/** Compares weakly (RFC 9110, 13.1.2): a proxy may have made the tag weak. The header may list several tags. */
const isCurrent = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => one.trim() === '*' || `W/${one.trim().replace(/^W\//, '')}` === etag);
