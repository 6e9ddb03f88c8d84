import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { databaseUrl } from '../../testing/global-setup.ts';
import { cloneDatabase, type TestDatabase } from '../../testing/test-service.ts';
import { checkServer } from './check-server.ts';
import { openDatabase } from './open-database.ts';
import { openPool } from './pool.ts';
import { DatabaseRefused } from './refusals.ts';
import { withParameter, withSchema } from './servers.ts';
import { startPooler, type Pooler, type PoolerMode } from './testing/pooler.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const refusalOf = (connectionString: string): Promise<string> =>
  checkServer({ connectionString, setting: 'DATABASE_URL' }).then(
    (role) => `accepted as ${role}`,
    (error: unknown) => {
      if (error instanceof DatabaseRefused) return error.code;
      throw error;
    },
  );

describe('[CHK27] a connection pooler', () => {
  let pooler: Pooler | undefined;
  afterEach(() => pooler?.close());
  const start = async (mode: PoolerMode, of = database): Promise<string> =>
    (pooler = await startPooler(of.ownerUrl, mode)).url;

  describe.each([true, false])('(settings in the startup packet refused: %s)', (refuses) => {
    test('that gives a client a server for each transaction is refused, and leaves no settings to others', async () => {
      const url = await start({ mode: 'transaction', refuses });
      expect(await refusalOf(url)).toBe('POOLED_CONNECTION');
      const other = new Client({ connectionString: url });
      onTestFinished(() => other.end());
      await other.connect();
      const left = `select name from pg_settings where source = 'session' and name <> 'client_encoding'`;
      expect((await other.query(left)).rows).toEqual([]);
    });

    test('that gives a client a server for its life is accepted', async () => {
      expect(await refusalOf(await start({ mode: 'session', refuses }))).toBe('accepted as retoma_owner');
    });

    test.each(['begin', 'listen'])('that refuses %s is refused', async (refusedStatement) => {
      expect(await refusalOf(await start({ mode: 'session', refuses, refusedStatement }))).toBe('POOLED_CONNECTION');
    });
  });

  test('that refuses a parameter of the connection string is named with it', async () => {
    const url = withParameter(await start({ mode: 'session', refuses: true }), 'options', '-c work_mem=8MB');
    const error = await checkServer({ connectionString: url, setting: 'DATABASE_URL' }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'PARAMETER_REFUSED' });
    expect((error as Error).message).toContain('unsupported startup parameter: options');
  });

  test('is named at once, in both languages, and nothing is migrated through it', async () => {
    const url = await start({ mode: 'transaction', refuses: true });
    const steps: string[] = [];
    const opening = openDatabase(
      { databaseUrl: url, databaseOwnerUrl: undefined, home: '' },
      { waitMs: 600_000, onProgress: (step) => steps.push(step) },
    );
    const error = (await opening.catch((reason: unknown) => reason)) as Error;
    const [portuguese, english, ...more] = error.message.split('\n');
    expect(portuguese).toContain('DATABASE_URL passa por um pooler em modo de transação');
    expect(english).toContain('DATABASE_URL goes through a connection pooler in transaction mode');
    expect([more, steps]).toEqual([[], []]);
  });
});

test('[CHK27] a direct connection is accepted, also with options of its own', async () => {
  expect(await refusalOf(database.url)).toBe('accepted as retoma_test_service');
  const own = withParameter(database.url, 'options', '-c datestyle=German -c work_mem=8MB');
  expect(await refusalOf(own)).toBe('accepted as retoma_test_service');
  const db = openPool(own, 1, () => {});
  onTestFinished(() => db.end());
  const { rows } = await db.query(
    `select current_setting('datestyle') as style, current_setting('work_mem') as memory`,
  );
  expect(rows).toEqual([{ style: 'ISO, MDY', memory: '8MB' }]);
});

test.each([
  ['nowhere', 'OTHER_SCHEMA'],
  ['pg_catalog', 'OTHER_SCHEMA'],
  ['audit', 'OTHER_SCHEMA'],
  ['audit, public', 'accepted as retoma_test_service'],
])('[CHK27] a database with tables, in which a role has the search path %s: %s', async (path, wanted) => {
  const other = await cloneDatabase();
  onTestFinished(other.drop);
  await other.asOwner(`create schema audit; alter database ${other.name} set search_path to ${path}`);
  expect(await refusalOf(other.url)).toBe(wanted);
  if (path === 'audit') expect(await refusalOf(withSchema(other.url, 'audit'))).toBe('accepted as retoma_test_service');
});

/** Creates a database without tables, for a test. */
async function emptyDatabase(options = ''): Promise<{ url: string; tables: () => Promise<number> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = new Client({ connectionString: inject('postgres') });
  await server.connect();
  onTestFinished(async () => {
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  });
  await server.query(`create database ${name} template template0 ${options}`);
  const url = databaseUrl(inject('postgres'), name);
  const tables = async (): Promise<number> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rowCount } = await client.query(
      `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    await client.end();
    return rowCount!;
  };
  return { url, tables };
}

test.each(['nowhere', 'pg_catalog'])(
  '[CHK27] an empty database is refused to a role with the search path %s',
  async (path) => {
    const { url, tables } = await emptyDatabase();
    const own = withParameter(url, 'options', `-c search_path=${path}`);
    const opening = openDatabase({ databaseUrl: own, databaseOwnerUrl: undefined, home: '' });
    await expect(opening).rejects.toMatchObject({ code: 'NO_SCHEMA' });
    expect(await tables()).toBe(0);
  },
);

test.each(['LATIN1', 'SQL_ASCII'])(
  '[CHK27] a database with the encoding %s is refused, and stays empty',
  async (encoding) => {
    const { url, tables } = await emptyDatabase(`encoding '${encoding}' locale_provider libc locale 'C'`);
    const opening = openDatabase({ databaseUrl: url, databaseOwnerUrl: undefined, home: '' });
    await expect(opening).rejects.toMatchObject({
      code: 'WRONG_ENCODING',
      message: expect.stringContaining(encoding) as string,
    });
    expect(await tables()).toBe(0);
  },
);
