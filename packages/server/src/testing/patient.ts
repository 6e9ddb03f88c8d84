/**
 * The same connection string with half a minute to connect: tests and proofs use every core of a machine, and how long a caller of the product
 * waits is the subject of few.
 */
export const patient = (connectionString: string): string =>
  `${connectionString}${connectionString.includes('?') ? '&' : '?'}connect_timeout=30`;
