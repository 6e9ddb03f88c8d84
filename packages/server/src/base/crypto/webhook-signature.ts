import { createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of Standard Webhooks, unvalidated. */
export type WebhookHeaders = { id: string; timestamp: string; signature: string };

/** The largest difference between the clocks of sender and server, including the delivery time, in seconds. */
const tolerance = 5 * 60;

/**
 * COM6: whether one of the signatures (`v1,<base64>`, separated by spaces) is that of `<id>.<timestamp>.<body>` under `secret`, and the
 * timestamp (seconds) is within 5 minutes of `now` (milliseconds). Compares each signature in constant time.
 */
export function isSignedWebhook(secret: Buffer, headers: WebhookHeaders, body: Buffer, now: number): boolean {
  const { id, timestamp, signature } = headers;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > tolerance) return false;
  const right = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest();
  return signature.split(' ').some((one) => {
    const claimed = one.startsWith('v1,') ? Buffer.from(one.slice(3), 'base64') : undefined;
    return claimed?.length === right.length && timingSafeEqual(claimed, right);
  });
}
