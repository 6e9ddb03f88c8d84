const second = 1_000;
const day = 24 * 60 * 60 * second;

/**
 * When a PIX code expires, in seconds since 1970. Stripe takes 10 seconds to 14 days; an expiry outside these limits is moved to the
 * nearest one, with a minute for clock differences.
 */
export const pixExpiry = (expiresAt: number, now: number): number =>
  Math.floor(Math.min(Math.max(expiresAt, now + 70 * second), now + 14 * day - 60 * second) / second);

/** Brazil has had no summer time since 2019. */
const dayInBrazil = (at: number): number => Math.floor((at - 3 * 60 * 60 * second) / day);

/** The days after which a boleto expires, at 23:59 in São Paulo: 0 to 60. `expiresAt`: the end of the due day. */
export const boletoDays = (expiresAt: number, now: number): number =>
  Math.min(Math.max(dayInBrazil(expiresAt - 1) - dayInBrazil(now), 0), 60);
