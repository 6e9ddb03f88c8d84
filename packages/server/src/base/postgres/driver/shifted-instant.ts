/**
 * SQL for an instant plus an interval, both expressions. `timestamptz + interval` goes by the time zone of the session, so PostgreSQL calls
 * it STABLE, and Citus takes no such function with a column in a writing statement. In UTC it is IMMUTABLE.
 */
export const shiftedInstant = (instant: string, interval: string): string =>
  `((${instant}) at time zone 'UTC' + ${interval}) at time zone 'UTC'`;
