// Whether a server can be used as it is. A connection pooler is recognised by what a session needs and does not get there, whatever its name:
// a server process of its own, and notifications.
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { queryOne, queryOneValue } from './query.ts';
import { DatabaseRefused } from './refusals.ts';
import { connectClient, schemaOf, Servers, timeoutOf } from './servers.ts';
import { sessionSettings } from './session-settings.ts';

const oldest = 15;
/** A pooler without a free server keeps a client waiting for minutes. */
const query_timeout = 10_000;

/** What is checked. */
type Checked = {
  readonly connectionString: string;
  /** Where the connection string comes from, for the refusal. */
  readonly setting: string;
  /** Whether tables may be made beside those of another schema: for a shard. */
  readonly besideOthers?: boolean;
};

/**
 * Checks the first server of a connection string that accepts writes, and returns the role of the connection. Throws DatabaseRefused if it
 * cannot be used, and the error of the connection if no server answers.
 */
export async function checkServer(checked: Checked): Promise<string> {
  const { connectionString, setting } = checked;
  const client = await connect(connectionString).catch((error: Error) => {
    // PostgreSQL itself never says so: PgBouncer, Neon and RDS Proxy do, also while their server does not answer.
    if (/unsupported startup parameter|support command-line options/.test(error.message))
      throw new DatabaseRefused('PARAMETER_REFUSED', { setting, reason: error.message }, error);
    throw error;
  });
  try {
    // The settings come later, because other clients of a shared process would get them.
    if (!(await isSessionOfItsOwn(client, connectionString)))
      throw new DatabaseRefused('POOLED_CONNECTION', { setting });
    await client.query(sessionSettings(connectionString));
    return await checkSession(client, checked);
  } finally {
    await client.end().catch(() => {});
  }
}

/** A connection to the server that accepts writes, without the settings of a session. */
const connect = (connectionString: string): Promise<Client> =>
  connectClient(new Servers(connectionString, { needsPrimary: true }), {
    connectionTimeoutMillis: timeoutOf(connectionString, 'connect_timeout') ?? 5_000,
    query_timeout,
  }).catch((error: Error) => {
    throw error.message === 'Query read timeout' ? new Error(noAnswer, { cause: error }) : error;
  });

const noAnswer =
  'it accepts a connection, but no statement: a pooler without a free connection, or a server that hangs';

async function checkSession(client: Client, checked: Checked): Promise<string> {
  const { connectionString, setting, besideOthers = false } = checked;
  const { version, encoding, role, schema, tablesIn } = await queryOne<{
    version: number;
    encoding: string;
    role: string;
    schema: string | null;
    tablesIn: string | null;
  }>(client, {
    text: `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
        current_user::text as role, current_schema()::text as schema,
        case when to_regclass('schema_migrations') is null then (
          select min(relnamespace::regnamespace::text) from pg_class where relname = 'schema_migrations' and relkind = 'r'
        ) end as "tablesIn"`,
  });
  if (version < oldest) throw new DatabaseRefused('POSTGRES_TOO_OLD', { setting, found: version, needed: oldest });
  if (encoding !== 'UTF8') throw new DatabaseRefused('WRONG_ENCODING', { setting, found: encoding });
  // A schema that the connection string names is meant.
  if (schemaOf(connectionString) !== undefined) return role;
  if (tablesIn !== null && !besideOthers)
    throw new DatabaseRefused('OTHER_SCHEMA', { setting, role, found: tablesIn, schema: schema ?? 'NAME' });
  if (schema === null || schema === 'pg_catalog') throw new DatabaseRefused('NO_SCHEMA', { setting, role });
  return role;
}

/**
 * Whether `client` has a server process that no other client uses, and gets notifications. Several statements of a transaction pooler may
 * run in one process by chance, so another client occupies it with a transaction, three times.
 */
async function isSessionOfItsOwn(client: Client, connectionString: string): Promise<boolean> {
  const first = await processOf(client);
  const other = await connect(connectionString);
  try {
    for (let round = 0; round < 3; round++) if (!(await isApart(client, first, other))) return false;
    return true;
  } catch (error) {
    // PostgreSQL refuses none of these statements, unless it has no connection left (53) or stops (57). Some poolers refuse `listen` or `begin`.
    if (/^(?!53|57)[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))) return false;
    throw error;
  } finally {
    await other.end().catch(() => {});
  }
}

/** Whether `client` still has the process `first` while `other` has one, and gets a notification of `other`. */
async function isApart(client: Client, first: number, other: Client): Promise<boolean> {
  await other.query(`begin; set local idle_in_transaction_session_timeout to '30s'`);
  if ((await processOf(other)) === first || (await processOf(client)) !== first) return false;
  const channel = `retoma_check_${randomBytes(8).toString('hex')}`;
  let isNotified = false;
  client.once('notification', () => (isNotified = true));
  await client.query(`listen ${channel}`);
  await other.query(`notify ${channel}; commit`);
  // PostgreSQL passes on what was notified before it ends the next statement.
  await client.query('select 1');
  return isNotified;
}

const processOf = (client: Client): Promise<number> => queryOneValue(client, { text: 'select pg_backend_pid()' });
