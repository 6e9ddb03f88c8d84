import { limits } from '../../members/limits.ts';
import type { Until } from './members.ts';

const day = 24 * 60;

/** The `minutes` of a delay with `until`, for readers that ignore that member: about how long it waits on average. */
export function usualMinutes({ days, atLeast = 0, nextDay }: Until): number {
  const gap = nextDay ? day : Math.round((days ? (7 * day) / days.length : day) / 2);
  return Math.min(atLeast + gap, limits.delayMinutes.max);
}
