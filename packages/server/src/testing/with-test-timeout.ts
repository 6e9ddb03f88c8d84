import { withParameter } from '../base/postgres/servers.ts';

/** A connection string with half a minute to connect and for a statement, since tests and proofs use every core of a machine. */
export const withTestTimeout = (connectionString: string): string =>
  withParameter(withParameter(connectionString, 'connect_timeout', '30'), 'socket_timeout', '30');
