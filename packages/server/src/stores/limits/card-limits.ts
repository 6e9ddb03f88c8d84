import type { CardLimits } from './queries/card-attempts.ts';

/**
 * COM23: the most refused cards of one network, at all stores, in ten minutes and in a day; and the largest share of refused cards of a
 * store in an hour, after `minimum` attempts. A genuine buyer enters a wrong card once or twice.
 */
export const cardLimits: CardLimits = {
  recent: 5,
  recentMs: 10 * 60_000,
  day: 20,
  store: { minimum: 50, share: 0.8 },
};
