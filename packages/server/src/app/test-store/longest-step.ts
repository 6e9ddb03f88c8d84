/** TST6: the longest step of a test store's clock, in minutes: 90 days. */
export const longestStep = 90 * 24 * 60;
