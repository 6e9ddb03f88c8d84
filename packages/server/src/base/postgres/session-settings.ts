// The settings of every session (CHK27). A role or a database may have settings of its own (`alter role … set datestyle to 'German'`), and
// what a session asks for at its start takes precedence over them.
import { parameterOf, schemaOf, withoutParameter } from './servers.ts';

/** How values are written as text and read, as `pg` and our SQL expect. */
const asText = {
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
} as const;

/** A transaction is read committed and may write. How long it takes is limited by our own timeouts alone. */
const ofTransactions = {
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_session_timeout: '0',
} as const;

/**
 * How PostgreSQL ends the connections of vanished processes (power loss, a cut cable): it rolls back an idle transaction, which releases
 * its locks, and detects and closes dead connections. By default that takes two hours.
 */
const ofVanished = {
  idle_in_transaction_session_timeout: '30s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
} as const;

const ofEverySession: Readonly<Record<string, string>> = { ...asText, ...ofTransactions, ...ofVanished };

/** How to connect: `options` are the settings that a session asks for, and those of the connection string are among them. */
type SessionConfig = { readonly connectionString: string; readonly options: string };

/**
 * How to connect to the database of a connection string: with the settings of every session, the schema that the string names, and the
 * settings in `more`. Its own `options` come first, so that they cannot change what the code depends on.
 */
export function sessionConfig(connectionString: string, more: Readonly<Record<string, string>> = {}): SessionConfig {
  const own = parameterOf(connectionString, 'options');
  const schema = schemaOf(connectionString);
  const settings = { ...ofEverySession, ...(schema !== undefined && { search_path: schema }), ...more };
  return {
    connectionString: withoutParameter(connectionString, 'options'),
    options: [
      ...(own === undefined ? [] : [own]),
      ...Object.entries(settings).map(([name, value]) => `-c ${name}=${escapeOption(value)}`),
    ].join(' '),
  };
}

/** PostgreSQL splits the options of a session at spaces. */
const escapeOption = (value: string): string => value.replaceAll(/[\\ ]/g, String.raw`\$&`);

/** One setting of every session, as PostgreSQL shows it: a server that shows another value did not get the settings. */
export const sampleSetting = { name: 'idle_in_transaction_session_timeout', value: '30s' } as const;
