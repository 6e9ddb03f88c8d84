import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `signature` (`sha256=<hex>`) is the HMAC of the bytes of `body` under `secret`. Compares in constant time. */
export function isHubSigned(secret: string, signature: string | undefined, body: Buffer): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? '') ?? [];
  if (hex === undefined || secret === '') return false;
  return timingSafeEqual(Buffer.from(hex, 'hex'), createHmac('sha256', secret).update(body).digest());
}
