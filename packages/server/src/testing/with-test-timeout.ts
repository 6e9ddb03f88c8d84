import { withParameter } from '../db/servers.ts';

/** A connection string with half a minute to connect, since tests and proofs use every core of a machine. */
export const withTestTimeout = (connectionString: string): string =>
  withParameter(connectionString, 'connect_timeout', '30');
