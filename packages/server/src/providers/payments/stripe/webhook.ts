import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../../base/json.ts';
import type { WebhookRequest, WebhookResult } from '../provider.ts';

/** The largest age of a webhook, in milliseconds: the tolerance of Stripe's own libraries. */
const toleranceMs = 5 * 60_000;

const paymentId = z.string().regex(/^pi_\w{1,200}$/);

/** Events are about a payment intent, or about a charge, refund or dispute of one. */
const Event = z.object({
  data: z.object({
    object: z.union([
      z.object({ object: z.literal('payment_intent'), id: paymentId }).transform(({ id }) => id),
      z.object({ payment_intent: paymentId }).transform(({ payment_intent: id }) => id),
    ]),
  }),
});

/**
 * Verifies a webhook by `stripe-signature: t=<seconds>,v1=<hex>`: HMAC-SHA-256 under the endpoint's secret of `<t>.<body>`. While a secret
 * is being rotated there are several `v1`. Only the id of the payment is used, and only to look it up.
 */
export function parseWebhook(secret: string | undefined, { headers, body, now }: WebhookRequest): WebhookResult {
  if (secret === undefined) return { outcome: 'invalid_signature' };
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.split('='));
  const valueOf = (name: string): string[] => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const [time = ''] = valueOf('t');
  const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const isSigned = valueOf('v1')
    .map((claimed) => Buffer.from(claimed, 'hex'))
    .some((claimed) => claimed.length === right.length && timingSafeEqual(claimed, right));
  const isFresh = /^\d{10}$/.test(time) && Math.abs(now - Number(time) * 1_000) <= toleranceMs;
  if (!isSigned || !isFresh) return { outcome: 'invalid_signature' };
  const event = Event.safeParse(parseJson(body)).data;
  return event ? { outcome: 'changed', providerId: event.data.object } : { outcome: 'ignored' };
}
