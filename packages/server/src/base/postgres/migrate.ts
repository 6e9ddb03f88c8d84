import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { milliseconds } from './driver/milliseconds.ts';
import { createSegmentMonths } from './timeline-partitions.ts';
import { queryOneValue } from './query.ts';
import { grantToService, ownsTables } from './roles.ts';
import { withClient } from './with-client.ts';
import { splitStatements } from './split-statements.ts';

const folder = path.join(import.meta.dirname, 'migrations');

/** Options of `migrate`. `serviceRole`: the service's role, if it is not the owner (CHK25). `now` in milliseconds. */
export type MigrateOptions = { readonly serviceRole?: string | undefined; readonly now?: number };

/**
 * Brings the database up to date. Each `NNNN-name.sql` runs once, in order, in its own transaction (or without one, if its text opens with
 * `-- no-transaction`). Returns the names of those that ran now. Throws if an applied file was changed afterwards, or if a missing one
 * cannot be applied by the role of `connectionString`. Then it makes the partitions of the months around `now` (milliseconds), so that
 * every insert finds its partition, and grants the service's role what it needs.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<string[]> {
  // The settings of the session end a vanished machine's lock, which would block every other start.
  return withClient({ connectionString, connectionTimeoutMillis: 10_000 }, async (client) => {
    await lockMigrations(client);
    const missing = await listMissing(client);
    if (missing.length > 0 && !(await ownsTables(client))) throw new Error(notTheOwner(missing));
    for (const { name, text, sha256 } of missing) await applyUnhurried(client, name, text, sha256);
    await createSegmentMonths(client, options.now ?? (await queryOneValue<number>(client, { text: readNow })));
    if (options.serviceRole !== undefined) await grantToService(client, options.serviceRole, missing.length > 0);
    return missing.map(({ name }) => name);
  });
}

/** RUN20: the month is that of the database. */
const readNow = `select ${milliseconds('now()')}`;

type Migration = { readonly name: string; readonly text: string; readonly sha256: string };

const notTheOwner = (missing: readonly Migration[]): string =>
  `The database is missing ${missing.length} migrations, and the role of DATABASE_URL does not own its tables: run \`retoma migrate\` with DATABASE_OWNER_URL.`;

const fromEarlierCommit = (name: string): string =>
  `Migration ${name} was changed after it was applied, so this database was created by an earlier commit. Use an empty database; for the embedded one, remove the folder .retoma (or RETOMA_HOME).`;

/** The migrations that did not run yet, in their order. */
async function listMissing(client: Client): Promise<Migration[]> {
  if (!(await queryOneValue(client, { text: `select to_regclass('schema_migrations') is not null` }))) {
    // The database is empty. A role that may not create the table gets the error of `migrate`.
    if (!(await ownsTables(client))) return readMigrations();
    await client.query(
      'create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
  }
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  return (await readMigrations()).filter(({ name, sha256 }) => {
    const known = applied.get(name);
    if (known !== undefined && known !== sha256) throw new Error(fromEarlierCommit(name));
    return known === undefined;
  });
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => /^\d{4}-[\w-]+\.sql$/.test(file)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Lock timeout, number of tries and pause between them: a hundred tries take a few minutes. */
const lockRetry = { lock: '2s', tries: 100, pauseMs: 500 };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits for the migration lock, so that two processes that start together do not both migrate. It polls: `create index concurrently` would
 * wait for a transaction that waits in the database.
 */
async function lockMigrations(client: Client): Promise<void> {
  const text = `select pg_try_advisory_lock(hashtext('retoma migrations'))`;
  while (!(await queryOneValue(client, { text }))) await pause(100);
}

/**
 * Applies a migration, and retries it after a lock timeout. All others queue behind a statement that waits for a table lock, so one that
 * does not get the lock within two seconds fails and is tried again later.
 */
async function applyUnhurried(client: Client, name: string, text: string, sha256: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await apply(client, name, text, sha256);
      return;
    } catch (error) {
      const { code } = (error as { cause: { code?: string } }).cause;
      if (code !== '55P03' || tried >= lockRetry.tries) throw error;
      await pause(lockRetry.pauseMs);
    }
  }
}

/** Drops invalid indexes, which an interrupted build leaves behind: their names would make the next build fail. */
async function dropHalfBuilt(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not indisvalid and c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

/**
 * Applies one migration, one statement per message: a distributed schema rejects a message with a function and other statements. Functions
 * that run as the owner keep the search path of their creation, so temporary tables come last in it.
 */
async function apply(client: Client, name: string, text: string, sha256: string): Promise<void> {
  const atomic = !text.startsWith('-- no-transaction');
  if (atomic) {
    await client.query(`begin; set local lock_timeout = '${lockRetry.lock}'`);
    await client.query(`select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)`);
  } else await dropHalfBuilt(client);
  try {
    for (const statement of splitStatements(text)) await client.query(statement);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    if (atomic) await client.query('commit');
  } catch (error) {
    if (atomic) await client.query('rollback');
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
