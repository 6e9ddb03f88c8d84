import { z } from 'zod';

/** An environment setting with the address of a provider's API, without a trailing slash. `fallback`: the real one. */
export const apiUrl = (fallback: string, description: string): z.ZodType<string> =>
  z
    .url({ protocol: /^https?$/ })
    .default(fallback)
    .transform((url) => url.replace(/\/+$/, ''))
    .describe(description);
