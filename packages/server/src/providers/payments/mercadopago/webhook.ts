import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookResult, WebhookRequest } from '../provider.ts';

/** How old a webhook may be, in milliseconds: one without an answer is sent again for days, and a replay only causes a lookup. */
const maxAge = 30 * 86_400_000;
/** How far the sender's clock may be ahead, in milliseconds. */
const maxAhead = 86_400_000;

/**
 * Verifies a webhook by `x-signature: ts=<time>,v1=<hex>`: HMAC-SHA-256 under the secret of `id:<data.id of the
 * query>;request-id:<x-request-id>;ts:<ts>;`, without parts that are absent. The id is signed as it was sent or in lower case: their
 * sources contradict each other (README.md). Only the signed id is used, and only to look the payment up.
 */
export function parseWebhook(secret: string | undefined, webhook: WebhookRequest): WebhookResult {
  const { headers, query, now } = webhook;
  if (secret === undefined) return { outcome: 'invalid_signature' };
  const parts = new Map((headers['x-signature'] ?? '').split(',').map((part) => halves(part)));
  const ts = parts.get('ts') ?? '';
  const id = query['data.id'] ?? '';
  const requestId = headers['x-request-id'];
  const claimed = Buffer.from(parts.get('v1') ?? '', 'hex');
  const isSigned = [id, id.toLowerCase()].some((signedId) => {
    const manifest = [signedId && `id:${signedId};`, requestId && `request-id:${requestId};`, `ts:${ts};`];
    const right = createHmac('sha256', secret).update(manifest.filter(Boolean).join('')).digest();
    return claimed.length === right.length && timingSafeEqual(claimed, right);
  });
  if (!isSigned || !isFresh(ts, now)) return { outcome: 'invalid_signature' };
  const providerId = namedPayment(webhook);
  return providerId === undefined ? { outcome: 'ignored' } : { outcome: 'changed', providerId };
}

/** The order that a webhook names, signed or not; undefined: it names none. */
export function namedPayment({ query }: WebhookRequest): string | undefined {
  const id = query['data.id']?.toUpperCase() ?? '';
  return (query['type'] ?? query['topic']) === 'order' && /^ORD[0-9A-Z]{1,60}$/.test(id) ? id : undefined;
}

function halves(part: string): [string, string] {
  const at = part.indexOf('=');
  return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
}

/** The documentation specifies milliseconds but shows seconds: both are accepted. */
function isFresh(ts: string, now: number): boolean {
  if (!/^\d{10,13}$/.test(ts)) return false;
  const at = Number(ts) * (ts.length > 10 ? 1 : 1_000);
  return at >= now - maxAge && at <= now + maxAhead;
}
