import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether a webhook came to the address that only its provider knows: the last part of the path is the connection's own secret.
 * For providers that sign nothing. Constant in time.
 */
export function isSecretPath(url: string, secret: unknown): boolean {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  if (typeof secret !== 'string' || secret.length < 16) return false;
  return timingSafeEqual(digest(last), digest(secret));
}
