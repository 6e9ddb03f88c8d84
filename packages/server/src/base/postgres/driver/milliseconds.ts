/**
 * SQL for an instant as whole milliseconds since 1970, rounded down. The result is a `float8`, so it can be infinite. Microseconds are
 * whole numbers up to 2^53; `extract` computes in numbers of any length, and takes three times as long. Without a time zone `date_part` is
 * immutable, so a schema that Citus distributes accepts it in `returning`.
 */
export const milliseconds = (instant: string): string =>
  `floor(round(date_part('epoch', (${instant}) at time zone 'UTC') * 1000000) / 1000)`;
