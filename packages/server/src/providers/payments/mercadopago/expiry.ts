import type { PaymentMethod } from '@retoma/commerce';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How soon and how late a code may expire after now. Includes a minute for clock differences and network delay. */
const bounds = {
  pix: { min: 31 * minute, max: 30 * day - minute },
  boleto: { min: day + minute, max: 30 * day - minute },
} as const;

/**
 * The expiry of a code in Mercado Pago's format: `2026-03-12T23:59:59.000-03:00`, with milliseconds and an offset. An expiry outside its
 * limits (PIX 30 minutes to 30 days, boleto 1 to 30 days) is moved to the nearest limit. Undefined for a card.
 */
export function expirationOf(method: PaymentMethod, expiresAt: number | null, now: number): string | undefined {
  if (method === 'card' || expiresAt === null) return undefined;
  const { min, max } = bounds[method];
  const at = Math.min(Math.max(expiresAt, now + min), now + max);
  // Brazil has had no summer time since 2019, and any offset denotes the same instant.
  return new Date(at - 3 * 60 * minute).toISOString().replace('Z', '-03:00');
}
