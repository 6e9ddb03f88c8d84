import type { ConversionDestination } from './destination.ts';
import { ga4 } from './ga4/index.ts';
import { googleAds } from './google-ads/index.ts';
import { meta } from './meta/index.ts';
import { tiktok } from './tiktok/index.ts';

/** Every destination by its name, which is stored with accounts. The only list of them. */
export const conversionDestinations = {
  meta,
  ga4,
  'google-ads': googleAds,
  tiktok,
} as const satisfies Record<string, ConversionDestination>;
