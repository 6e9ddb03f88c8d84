import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { systemClock } from '../clock.ts';
import { makeChapterMonths } from './chapter-months.ts';
import { sessionOptions } from './pool.ts';

const folder = path.join(import.meta.dirname, 'migrations');

/**
 * Brings the database up to date: each `NNNN-name.sql` runs once, in order, in its own transaction (unless it opens with
 * `-- no-transaction`). Answers the names of those that ran now. Throws where an applied file was changed afterwards. Then it makes the
 * partitions of the months around `now` (milliseconds), so that nothing that is written finds none.
 */
export async function migrate(connectionString: string, now = systemClock()): Promise<string[]> {
  // The lock of a machine that is gone without a word must not keep every other from starting.
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000, options: sessionOptions() });
  // Between two statements nobody else listens; the next one throws.
  client.on('error', () => {});
  await client.connect();
  try {
    await lockMigrations(client);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    const ran: string[] = [];
    for (const name of (await readdir(folder)).filter((file) => /^\d{4}-[\w-]+\.sql$/.test(file)).sort()) {
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      const sha256 = createHash('sha256').update(text).digest('hex');
      const known = applied.get(name);
      if (known === sha256) continue;
      if (known) throw new Error(`migration ${name} was changed after it was applied`);
      await applyUnhurried(client, name, text, sha256);
      ran.push(name);
    }
    await makeChapterMonths(client, now);
    return ran;
  } finally {
    await client.end();
  }
}

/** How long a migration waits for a lock, and how often it tries again: a hundred times are some minutes. */
const patience = { lock: '2s', tries: 100, pauseMs: 500 };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Two processes that start together must not both migrate. Who waits asks again and again: a statement that waited in the database would
 * be waited for by an index that is built concurrently.
 */
async function lockMigrations(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>(
      `select pg_try_advisory_lock(hashtext('retoma migrations')) as ours`,
    );
    if (rows[0]!.ours) return;
    await pause(100);
  }
}

/**
 * A statement that waits for a table has everybody wait behind it: one that cannot have it within two seconds, because a long query reads
 * it, lets the others pass and comes again.
 */
async function applyUnhurried(client: Client, name: string, text: string, sha256: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await apply(client, name, text, sha256);
      return;
    } catch (error) {
      const { code } = (error as { cause: { code?: string } }).cause;
      if (code !== '55P03' || tried >= patience.tries) throw error;
      await pause(patience.pauseMs);
    }
  }
}

/** An index whose building was interrupted stays, and is no index: it would stand in the way of its next attempt. */
async function dropHalfBuilt(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not indisvalid and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

async function apply(client: Client, name: string, text: string, sha256: string): Promise<void> {
  const atomic = !text.startsWith('-- no-transaction');
  if (atomic) await client.query(`begin; set local lock_timeout = '${patience.lock}'`);
  else await dropHalfBuilt(client);
  try {
    await client.query(text);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    if (atomic) await client.query('commit');
  } catch (error) {
    if (atomic) await client.query('rollback');
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
