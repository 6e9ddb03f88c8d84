import type { PaymentMethod } from '@retoma/commerce';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How soon and how late a code may expire, from now on. A minute of leeway, for clocks that differ and the way there. */
const bounds = {
  pix: { min: 31 * minute, max: 30 * day - minute },
  boleto: { min: day + minute, max: 30 * day - minute },
} as const;

/**
 * When a code is to expire, as Mercado Pago wants it written: `2026-03-12T23:59:59.000-03:00`, with milliseconds and an offset.
 * What lies outside its limits (PIX 30 minutes to 30 days, boleto 1 to 30 days) is moved to the nearest it takes. Undefined for
 * a card.
 */
export function expirationOf(method: PaymentMethod, expiresAt: number | null, now: number): string | undefined {
  if (method === 'card' || expiresAt === null) return undefined;
  const { min, max } = bounds[method];
  const at = Math.min(Math.max(expiresAt, now + min), now + max);
  // Brazil has had no summer time since 2019, and the offset only says how the instant is written.
  return new Date(at - 3 * 60 * minute).toISOString().replace('Z', '-03:00');
}
