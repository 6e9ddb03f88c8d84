// Whether a server can be used as it is. A connection pooler is recognised by what a session needs and does not get there, whatever its name:
// its settings, a server process of its own, and notifications.
import { randomBytes } from 'node:crypto';
import type { Client, ClientConfig } from 'pg';
import { queryOne, queryOneValue } from './query.ts';
import { DatabaseRefused } from './refusals.ts';
import { connectClient, schemaOf, Servers } from './servers.ts';
import { sampleSetting, sessionConfig } from './session-settings.ts';
import { withClient } from './with-client.ts';

const oldest = 15;
const connectionTimeoutMillis = 5_000;
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
  const session = { connectionString, connectionTimeoutMillis, query_timeout };
  try {
    return await withClient(session, (client) => checkSession(client, checked), {
      needsPrimary: true,
    });
  } catch (error) {
    if (await refusesSettings(error, connectionString))
      throw new DatabaseRefused('POOLED_CONNECTION', { setting }, error);
    throw error;
  }
}

async function checkSession(client: Client, checked: Checked): Promise<string> {
  const { connectionString, setting, besideOthers = false } = checked;
  const { version, encoding, role, schema, sample, tablesIn } = await queryOne<{
    version: number;
    encoding: string;
    role: string;
    schema: string | null;
    sample: string;
    tablesIn: string | null;
  }>(client, {
    text: `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
        current_user::text as role, current_schema()::text as schema, current_setting($1) as sample,
        case when to_regclass('schema_migrations') is null then (
          select min(relnamespace::regnamespace::text) from pg_class where relname = 'schema_migrations' and relkind = 'r'
        ) end as "tablesIn"`,
    values: [sampleSetting.name],
  });
  if (version < oldest) throw new DatabaseRefused('POSTGRES_TOO_OLD', { setting, found: version, needed: oldest });
  if (encoding !== 'UTF8') throw new DatabaseRefused('WRONG_ENCODING', { setting, found: encoding });
  if (sample !== sampleSetting.value || !(await isSessionOfItsOwn(client, connectionString)))
    throw new DatabaseRefused('POOLED_CONNECTION', { setting });
  // A schema that the connection string names is meant.
  if (schemaOf(connectionString) !== undefined) return role;
  if (tablesIn !== null && !besideOthers)
    throw new DatabaseRefused('OTHER_SCHEMA', { setting, role, found: tablesIn, schema: schema ?? 'NAME' });
  if (schema === null || schema === 'pg_catalog') throw new DatabaseRefused('NO_SCHEMA', { setting, role });
  return role;
}

/** Whether a server refuses connections only because of the settings of the session. */
async function refusesSettings(error: unknown, connectionString: string): Promise<boolean> {
  const { code, message } = error as { code?: unknown; message: string };
  // PostgreSQL itself never says so: PgBouncer, Neon and RDS Proxy do, also while their server does not answer.
  if (/unsupported startup parameter|support command-line options/.test(message)) return true;
  // A protocol violation, a feature that is not supported, or a connection that was closed without a reason.
  const mayBe = code === '08P01' || code === '0A000' || message === 'Connection terminated unexpectedly';
  if (!mayBe) return false;
  const { connectionString: plain, options } = sessionConfig(connectionString);
  return (await accepts(plain)) && !(await accepts(plain, { options }));
}

async function accepts(connectionString: string, config: ClientConfig = {}): Promise<boolean> {
  try {
    const client = await connectClient(new Servers(connectionString), { connectionTimeoutMillis, ...config });
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether `client` has a server process that no other client uses, and gets notifications. Several statements of a transaction pooler may
 * run in one process by chance, so another client occupies it with a transaction.
 */
async function isSessionOfItsOwn(client: Client, connectionString: string): Promise<boolean> {
  const processOf = (one: Client): Promise<number> => queryOneValue(one, { text: 'select pg_backend_pid()' });
  const first = await processOf(client);
  return withClient(
    { connectionString, connectionTimeoutMillis, query_timeout },
    async (other) => {
      await other.query('begin');
      if ((await processOf(other)) === first || (await processOf(client)) !== first) return false;
      const channel = `retoma_check_${randomBytes(8).toString('hex')}`;
      let isNotified = false;
      client.on('notification', () => (isNotified = true));
      await client.query(`listen ${channel}`);
      await other.query(`notify ${channel}; commit`);
      // PostgreSQL passes on what was notified before it ends the next statement.
      await client.query('select 1');
      return isNotified;
    },
    { needsPrimary: true },
  ).catch((error: { code?: unknown }) => {
    // PostgreSQL refuses none of these statements, unless it has no connection left (53) or stops (57). Some poolers refuse `listen` or `begin`.
    if (/^(?!53|57)[0-9A-Z]{5}$/.test(String(error.code))) return false;
    throw error;
  });
}
