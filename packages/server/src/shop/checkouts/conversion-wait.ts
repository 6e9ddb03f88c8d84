/**
 * COM37: how long an event before the purchase waits for the shopper's decision, in milliseconds. The decision comes with the first step of
 * the page, after both events.
 */
export const conversionWaitMs = 60 * 60_000;
