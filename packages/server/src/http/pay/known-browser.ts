import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Purchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../context.ts';
import { keysOf } from '../../crypto/derive-keys.ts';

const cookieName = 'retoma_known';
const maxAgeSeconds = 30 * 24 * 60 * 60;

/** COM24: whether this browser entered the stored data of the shopper. A change by another browser makes its cookie invalid. */
export function isKnownBrowser(
  { knownBrowserKeys }: Pick<Context, 'knownBrowserKeys'>,
  { headers }: FastifyRequest,
  purchase: Purchase,
): boolean {
  const pattern = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`);
  const token = pattern.exec(headers.cookie ?? '')?.[1];
  if (token === undefined) return false;
  const bytes = Buffer.from(token, 'base64url');
  return keysOf(knownBrowserKeys).some((key) => timingSafeEqual(bytes, markOf(key, purchase)));
}

/** Sets the cookie of a purchase whose data the browser entered. Browsers send it only to the pages of that purchase. */
export function rememberBrowser(context: Context, reply: FastifyReply, purchase: Purchase): void {
  const mark = markOf(keysOf(context.knownBrowserKeys)[0]!, purchase).toString('base64url');
  const parts = [
    `${cookieName}=${mark}`,
    `Path=/pay/${purchase.checkout.checkoutId}`,
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(context.baseUrl.startsWith('https:') ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

function markOf(key: Buffer, { checkout, customer, shopper }: Purchase): Buffer {
  const data = [customer, shopper?.address ?? {}].map((part) =>
    Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return createHmac('sha256', key)
    .update(JSON.stringify([checkout.checkoutId, data]))
    .digest();
}
