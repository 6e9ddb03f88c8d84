// The settings of every session (CHK27). A role or a database may have settings of its own (`alter role … set datestyle to 'German'`), and
// what a session sets takes precedence over them.
import { schemaOf } from './servers.ts';

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
  statement_timeout: '0',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
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

/** The timeout of statements comes first: it is that of the role until then. */
const ofEverySession: Readonly<Record<string, string>> = { ...ofTransactions, ...asText, ...ofVanished };

/**
 * The statement that gives a session its settings, with the schema that a connection string names and the settings in `more`. It is sent
 * after connecting and not in the startup packet, where poolers refuse settings. The `options` of the connection string come first that
 * way, so they cannot change what the code depends on.
 */
export function sessionSettings(connectionString: string, more: Readonly<Record<string, string>> = {}): string {
  const schema = schemaOf(connectionString);
  const settings = { ...ofEverySession, ...(schema !== undefined && { search_path: schema }), ...more };
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} to '${value}'`)
    .join('; ');
}
