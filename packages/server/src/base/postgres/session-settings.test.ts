import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/test-service.ts';
import { connectListener } from './listener.ts';
import { openPool, type Queryable } from './pool.ts';
import { withParameter, withSchema } from './servers.ts';
import { sessionSettings } from './session-settings.ts';
import { withClient } from './with-client.ts';

/** What a role or a database may set, and what a session has instead. */
const settings = {
  datestyle: ['German, DMY', 'ISO, MDY'],
  intervalstyle: ['sql_standard', 'postgres'],
  timezone: ['Asia/Kathmandu', 'UTC'],
  extra_float_digits: ['-15', '1'],
  bytea_output: ['escape', 'hex'],
  standard_conforming_strings: ['off', 'on'],
  array_nulls: ['off', 'on'],
  client_encoding: ['LATIN1', 'UTF8'],
  default_transaction_isolation: ['serializable', 'read committed'],
  default_transaction_read_only: ['on', 'off'],
  default_transaction_deferrable: ['on', 'off'],
  statement_timeout: ['1min', '0'],
  lock_timeout: ['1min', '0'],
  idle_session_timeout: ['1h', '0'],
  idle_in_transaction_session_timeout: ['1h', '30s'],
} as const;
const wanted = Object.fromEntries(Object.entries(settings).map(([name, [, value]]) => [name, value]));

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  const all = Object.entries(settings);
  await database.asOwner(
    all.map(([name, [value]]) => `alter database ${database.name} set ${name} to '${value}'`).join('; '),
  );
});
afterAll(() => database.drop());

async function settingsOf(session: Queryable, names = Object.keys(settings)): Promise<unknown> {
  const { rows } = await session.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as wanted (name)',
    [names],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

describe('[CHK27] a session has the settings that the code depends on', () => {
  test.each(['any', 'read-write'])('in a pool of %s servers', async (kind) => {
    const pool = openPool(withParameter(database.url, 'target_session_attrs', kind), 1, () => {});
    try {
      expect(await settingsOf(pool)).toEqual(wanted);
    } finally {
      await pool.end();
    }
  });

  test('in a pool with settings of its own, pipelined, in a schema', async () => {
    const pool = openPool(withSchema(database.url, 'shard_007'), 1, () => {}, {
      settings: { jit: 'off' },
      pipeline: true,
    });
    try {
      const all = { ...wanted, jit: 'off', search_path: 'shard_007' };
      expect(await settingsOf(pool, Object.keys(all))).toEqual(all);
    } finally {
      await pool.end();
    }
  });

  test('by one statement for each new connection, and none later', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    const pool = openPool(database.url, 1, () => {});
    onTestFinished(() => pool.end());
    for (let count = 0; count < 3; count++) await pool.query('select 1');
    const sent = query.mock.calls.map(([statement]) => (statement as unknown as { text?: string }).text ?? statement);
    expect(sent).toEqual([sessionSettings(database.url), 'select 1', 'select 1', 'select 1']);
  });

  test('where it listens', async () => {
    const client = await connectListener(database.url)();
    try {
      expect(await settingsOf(client)).toEqual(wanted);
    } finally {
      await client.end();
    }
  });

  test('in a command', async () => {
    expect(await withClient({ connectionString: database.url }, (client) => settingsOf(client))).toEqual(wanted);
  });
});
