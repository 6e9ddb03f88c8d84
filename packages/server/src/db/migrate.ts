import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';

const folder = path.join(import.meta.dirname, 'migrations');

/**
 * Brings the database up to date: each `NNNN-name.sql` runs once, in order, in its own transaction (unless it opens with
 * `-- no-transaction`). Answers the names of those that ran now. Throws where an applied file was changed afterwards.
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    // Two processes that start together must not both migrate.
    await client.query(`select pg_advisory_lock(hashtext('retoma migrations'))`);
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
      await apply(client, name, text, sha256);
      ran.push(name);
    }
    return ran;
  } finally {
    await client.end();
  }
}

async function apply(client: Client, name: string, text: string, sha256: string): Promise<void> {
  const atomic = !text.startsWith('-- no-transaction');
  if (atomic) await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    if (atomic) await client.query('commit');
  } catch (error) {
    if (atomic) await client.query('rollback');
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
