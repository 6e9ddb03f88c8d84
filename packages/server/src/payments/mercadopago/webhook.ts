import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookResult, WebhookRequest } from '../provider.ts';

/** The largest difference between the clocks of sender and server, including the delivery time, in milliseconds. */
const tolerance = 5 * 60_000;

/** The ids of what a webhook is about, by its type. */
const idsOf: Readonly<Record<string, RegExp>> = { payment: /^\d{1,30}$/, order: /^ORD[0-9A-Z]{1,60}$/ };

/**
 * Verifies a webhook by `x-signature: ts=<time>,v1=<hex>`: HMAC-SHA-256 under the secret of `id:<data.id of the query, in lower
 * case>;request-id:<x-request-id>;ts:<ts>;`, without parts that are absent. Only the signed id is used, and only to look the payment up;
 * it names an order, or a payment of the payments API.
 */
export function parseWebhook(secret: string | undefined, { headers, query, now }: WebhookRequest): WebhookResult {
  if (secret === undefined) return { outcome: 'invalid_signature' };
  const parts = new Map((headers['x-signature'] ?? '').split(',').map((part) => halves(part)));
  const ts = parts.get('ts') ?? '';
  const id = query['data.id'];
  const requestId = headers['x-request-id'];
  const manifest = [id && `id:${id.toLowerCase()};`, requestId && `request-id:${requestId};`, `ts:${ts};`]
    .filter(Boolean)
    .join('');
  const right = createHmac('sha256', secret).update(manifest).digest();
  const claimed = Buffer.from(parts.get('v1') ?? '', 'hex');
  const isSigned = claimed.length === right.length && timingSafeEqual(claimed, right);
  if (!isSigned || !isFresh(ts, now)) return { outcome: 'invalid_signature' };
  const kind = query['type'] ?? query['topic'] ?? '';
  const providerId = id?.toUpperCase() ?? '';
  return Object.hasOwn(idsOf, kind) && idsOf[kind]!.test(providerId)
    ? { outcome: 'changed', providerId }
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
