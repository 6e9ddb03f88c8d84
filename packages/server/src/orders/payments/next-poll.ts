import type { PaymentRow } from '../../db/queries/orders/payments.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long an expired code is still polled for late money: boletos take days to clear. */
const lateMoney = 7 * day;

const between = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));

/**
 * When to poll a payment next, milliseconds since 1970; null: never, though webhooks are still handled. The older the payment, the longer
 * the interval. `hasWebhooks`: whether the provider reports changes; without webhooks a pending code is only checked at its expiry.
 */
export function nextPoll(
  payment: Pick<PaymentRow, 'state' | 'createdAt' | 'expiresAt' | 'cancelRequestedAt' | 'challengeUntil'>,
  hasWebhooks: boolean,
  now: number,
): number | null {
  const { state, createdAt, expiresAt, cancelRequestedAt, challengeUntil } = payment;
  const age = now - createdAt;
  // COM7a: cancelling an open code is tried again.
  if (cancelRequestedAt !== null && (state === 'pending' || state === 'processing')) {
    return now + between(second, (now - cancelRequestedAt) / 2, hour);
  }
  switch (state) {
    case 'creating':
      return now + between(10 * second, age / 2, hour);
    case 'pending':
    case 'processing': {
      const usual = now + between(30 * second, age / 5, hour);
      // COM39: soon after the end of a challenge.
      const later = challengeUntil === null ? usual : Math.min(usual, Math.max(challengeUntil, now + 30 * second));
      if (expiresAt === null || expiresAt <= now) return hasWebhooks ? later : null;
      return hasWebhooks ? Math.min(later, expiresAt) : expiresAt;
    }
    case 'expired': {
      const end = (expiresAt ?? createdAt) + lateMoney;
      return hasWebhooks && now < end ? Math.min(now + 6 * hour, end) : null;
    }
    case 'failed':
    case 'cancelled':
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
    case 'charged_back':
      return null;
  }
}
