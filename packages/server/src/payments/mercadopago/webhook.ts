import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookResult, WebhookRequest } from '../provider.ts';

/** The largest difference between the clocks of sender and server, including the delivery time, in milliseconds. */
const tolerance = 5 * 60_000;

/**
 * Verifies a webhook by `x-signature: ts=<time>,v1=<hex>`: HMAC-SHA-256 under the secret of `id:<data.id of the query, in lower
 * case>;request-id:<x-request-id>;ts:<ts>;`, without parts that are absent. Only the signed id is used, and only to look the payment up.
 */
export function parseWebhook(secret: string | undefined, { headers, query, now }: WebhookRequest): WebhookResult {
  if (secret === undefined) return { outcome: 'invalid_signature' };
  const parts = new Map((headers['x-signature'] ?? '').split(',').map((part) => halves(part)));
  const ts = parts.get('ts') ?? '';
  const id = query['data.id']?.toLowerCase();
  const requestId = headers['x-request-id'];
  const manifest = [id && `id:${id};`, requestId && `request-id:${requestId};`, `ts:${ts};`].filter(Boolean).join('');
  const right = createHmac('sha256', secret).update(manifest).digest();
  const claimed = Buffer.from(parts.get('v1') ?? '', 'hex');
  const isSigned = claimed.length === right.length && timingSafeEqual(claimed, right);
  if (!isSigned || !isFresh(ts, now)) return { outcome: 'invalid_signature' };
  const isPayment = (query['type'] ?? query['topic']) === 'payment';
  return isPayment && id !== undefined && /^\d{1,30}$/.test(id)
    ? { outcome: 'changed', providerId: id }
    : { outcome: 'ignored' };
}

function halves(part: string): [string, string] {
  const at = part.indexOf('=');
  return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
}

/** The documentation specifies milliseconds but shows seconds: both are accepted. */
function isFresh(ts: string, now: number): boolean {
  if (!/^\d{10,13}$/.test(ts)) return false;
  const at = Number(ts) * (ts.length > 10 ? 1 : 1_000);
  return Math.abs(now - at) <= tolerance;
}
