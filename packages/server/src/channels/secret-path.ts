import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether the last path segment of a webhook URL is the connection's secret, which only the provider has. For providers that do not sign
 * webhooks. Compares in constant time.
 */
export function isSecretPath(url: string, secret: unknown): boolean {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  if (typeof secret !== 'string' || secret.length < 16) return false;
  return timingSafeEqual(digest(last), digest(secret));
}
