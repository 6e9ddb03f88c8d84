/**
 * SQL for an instant as the whole milliseconds of it since 1970, rounded down: a `float8`, so that it takes infinity too. Microseconds are
 * whole numbers up to 2^53; `extract` computes in numbers of any length, and takes three times as long.
 */
export const milliseconds = (instant: string): string =>
  `floor(round(date_part('epoch', (${instant})) * 1000000) / 1000)`;
