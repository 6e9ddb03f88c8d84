import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditAs } from '../../members/audit/audit-log.ts';
import { databaseUrl } from '../../testing/global-setup.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { openDatabase } from './open-database.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const refused = { code: '42501' };

describe('[CHK25] the role of the service', () => {
  test('[AUT6] appends to the activity log and reads it, and has no other right on it', async () => {
    const { db } = service.context;
    const old = Date.now() - 3 * 365 * 86_400_000;
    const audit = auditAs({ userId: null, clock: () => old });
    await audit(db, { storeId: service.storeId, action: 'settings_changed' });
    for (const statement of [
      `update audit_log set detail = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
      'drop trigger audit_log_append_only on audit_log',
      'alter table audit_log disable trigger all',
      'alter table audit_log add column forged text',
      'alter table audit_log owner to current_user',
      'drop table audit_log',
      'create or replace function audit_log_append_only() returns trigger language plpgsql as $$ begin return old; end $$',
      `set session_replication_role = 'replica'`,
      'begin; lock table audit_log in access exclusive mode',
    ]) {
      await expect(db.query(statement), statement).rejects.toMatchObject(refused);
    }
    expect(await service.count('audit_log')).toBe(1);
  });

  test('owns nothing, can create nothing, and bypasses no rule of the database', async () => {
    const { db } = service.context;
    const { rows } = await db.query(
      `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
         (select count(*) from pg_class where relowner = r.oid) as tables,
         (select count(*) from pg_proc where proowner = r.oid) as functions,
         (select count(*) from pg_auth_members where member = r.oid) as roles
       from pg_roles r where rolname = current_user`,
    );
    const no = {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
    };
    expect(rows).toEqual([{ ...no, tables: 0, functions: 0, roles: 0 }]);
    for (const statement of [
      'create table mine (a int)',
      'create schema mine',
      'create function mine() returns int language sql as $$ select 1 $$',
      `update schema_migrations set sha256 = 'another'`,
      'truncate orders',
    ]) {
      await expect(db.query(statement), statement).rejects.toMatchObject(refused);
    }
  });

  test('creates and drops only partitions of timelines', async () => {
    const { db } = service.context;
    const lowest = '00000000-0000-0000-0000-000000000000';
    const make = (name: string | null) => db.query('select make_timeline_partition($1, $2, $2)', [name, lowest]);
    for (const name of ['orders', 'run_timeline_segments', 'run_timeline_segments_2030_01; drop table orders']) {
      await expect(make(name), name).rejects.toMatchObject({ code: '22023' });
      await db.query('select drop_timeline_partition($1)', [name]);
    }
    await expect(make(null)).rejects.toMatchObject({ code: '22023' });
    expect(await service.count('orders')).toBe(0);
    expect(await service.count('run_timeline_segments')).toBe(0);
  });
});

describe('[CHK25] opening a database', () => {
  const url = (address: string): string => address.replace(/\/test_\w+/, '/roles_test');
  const open = (databaseUrl: string, databaseOwnerUrl?: string) =>
    openDatabase({
      databaseUrl: url(databaseUrl),
      databaseOwnerUrl: databaseOwnerUrl && url(databaseOwnerUrl),
      home: '',
    });
  const onServer = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: service.ownerUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  beforeAll(async () => {
    await onServer('drop database if exists roles_test');
    await onServer('create database roles_test');
  });
  afterAll(() => onServer('drop database roles_test with (force)'));

  test('with the service’s role only, the error names the owner’s migration; after that it works', async () => {
    await expect(open(service.databaseUrl)).rejects.toThrow('run `retoma migrate` with DATABASE_OWNER_URL');
    const both = await open(service.databaseUrl, service.ownerUrl);
    expect(both.migrated.length).toBeGreaterThan(1);
    expect(both.rolesSplit).toBe(true);
    expect(await open(service.databaseUrl)).toMatchObject({ migrated: [], rolesSplit: true });
  });

  test('a table of a later migration is granted too', async () => {
    const client = new Client({ connectionString: url(service.ownerUrl) });
    await client.connect();
    try {
      await client.query(`delete from schema_migrations where name like '0010%'`);
      await client.query('drop table copilot_messages, copilot_usage');
      await client.query('revoke all on api_calls from public; revoke all on api_calls from retoma_test_service');
      await expect(open(service.databaseUrl)).rejects.toThrow('missing 1 migration');
      expect((await open(service.databaseUrl, service.ownerUrl)).migrated).toHaveLength(1);
      const { rows } = await client.query(
        `select has_table_privilege('retoma_test_service', t, 'insert') as granted
         from unnest(array['api_calls', 'copilot_messages']) t`,
      );
      expect(rows).toEqual([{ granted: true }, { granted: true }]);
    } finally {
      await client.end();
    }
  });

  test('one role for everything works, and is reported as such', async () => {
    expect(await open(service.ownerUrl)).toMatchObject({ migrated: [], rolesSplit: false });
    expect(await open(service.ownerUrl, service.ownerUrl)).toMatchObject({ serviceRole: undefined, rolesSplit: false });
  });
});

test('[CHK25] the statements of docs/deploy.md split a database with one role, and keep its rows', async () => {
  const deploy = readFileSync(path.join(import.meta.dirname, '../../../../../docs/deploy.md'), 'utf8');
  const [, documented = ''] = /^```sql\n([^]*?)^```/m.exec(deploy) ?? [];
  const [asSuperuser = '', inDatabase = ''] = documented
    .replace(/(?<=database )retoma\b|(?<=connect )retoma\b/g, 'split_test')
    .replaceAll('retoma_owner', 'split_owner')
    .replace(/\bretoma\b/g, 'split_service')
    .replace('…', 'split')
    .split('\\connect split_test\n');
  const address = (user?: string): string => {
    const split = databaseUrl(service.ownerUrl, 'split_test');
    return user === undefined ? split : split.replace(/^([a-z]+:\/\/)(?:[^@/]*@)?/, `$1${user}:split@`);
  };
  const run = async (connectionString: string, sql: string): Promise<unknown[]> => {
    const client = new Client({ connectionString });
    await client.connect();
    try {
      const { rows } = await client.query<object>(sql);
      return rows;
    } finally {
      await client.end();
    }
  };
  const home = { home: '' };
  try {
    await run(service.ownerUrl, `create role split_service login password 'split'`);
    await run(service.ownerUrl, 'create database split_test owner split_service');
    const before = { databaseUrl: address('split_service'), databaseOwnerUrl: undefined, ...home };
    expect(await openDatabase(before)).toMatchObject({ rolesSplit: false });
    await run(address('split_service'), `insert into stores (store_id, name) values (gen_random_uuid(), 'Loja')`);

    for (const statement of asSuperuser.split('\n').filter(Boolean)) await run(service.ownerUrl, statement);
    await run(address(), inDatabase);
    const after = { databaseUrl: address('split_service'), databaseOwnerUrl: address('split_owner'), ...home };
    expect(await openDatabase(after)).toMatchObject({ rolesSplit: true });
    expect(await run(address('split_service'), 'select name from stores')).toEqual([{ name: 'Loja' }]);
    await expect(run(address('split_service'), 'delete from audit_log')).rejects.toMatchObject(refused);
  } finally {
    await run(service.ownerUrl, 'drop database if exists split_test with (force)');
    for (const role of ['split_owner', 'split_service']) await run(service.ownerUrl, `drop role if exists ${role}`);
  }
});
