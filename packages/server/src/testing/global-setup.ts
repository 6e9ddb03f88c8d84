import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../base/postgres/embedded/embedded.ts';
import { migrate } from '../base/postgres/migrate.ts';
import { checkStatements } from './check-statements.ts';
import { withTestTimeout } from './with-test-timeout.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run, as its owner, with a migrated database `template` to clone. */
    postgres: string;
    /** The folder in which the statements of the product are recorded (record-statements.ts). */
    statements: string;
  }
}

/** One real PostgreSQL for the whole test run: that of TEST_DATABASE_URL, else an embedded one; and what the server serves to browsers. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const script = path.resolve(import.meta.dirname, '../../../../scripts/build-assets.ts');
  const built = spawnSync(process.execPath, [script, 'pay', 'server'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the assets could not be built');
  const { connectionString, stop } = await startTestPostgres(process.env['TEST_DATABASE_URL']);
  const statements = mkdtempSync(path.join(os.tmpdir(), 'retoma-statements-'));
  project.provide('postgres', connectionString);
  project.provide('statements', statements);
  return async () => {
    try {
      await checkStatements(databaseUrl(connectionString, 'retoma_template'), statements);
    } finally {
      await stop();
      rmSync(statements, { recursive: true, force: true });
    }
  };
}

/** The most bytes of a test run's files, including its log. */
const maxBytes = 4 * 1024 ** 3;

/**
 * Creates the folder of a test run: in memory if there is enough, because each test creates a database of a thousand files, and all tests
 * would wait for a disk; else in the system's temporary folder.
 */
function makeFolder(): string {
  const memory = '/dev/shm';
  const fits = (): boolean => {
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, os.freemem()) >= maxBytes;
  };
  const folder = mkdtempSync(path.join(existsSync(memory) && fits() ? memory : os.tmpdir(), 'retoma-test-'));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter; its own files are private to that user.
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * A PostgreSQL with a migrated database to clone: the given one, else an embedded one with more `settings` in a folder that `stop` removes.
 */
export async function startTestPostgres(
  directory?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  const folder = makeFolder();
  const postgres = directory
    ? { connectionString: directory, home: folder, stop: () => Promise.resolve() }
    : await startEmbedded(path.join(folder, 'postgres'), { disposable: true, settings });
  const client = new Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query('drop database if exists retoma_template');
  await client.query('create database retoma_template');
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${serviceRole}') then
      create role ${serviceRole} login password '${serviceRole}';
    end if;
  end $$`);
  await client.end();
  await migrate(databaseUrl(postgres.connectionString, 'retoma_template'), { serviceRole });
  return {
    connectionString: withTestTimeout(postgres.connectionString),
    async stop() {
      await postgres.stop();
      rmSync(postgres.home, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The service's role in tests: a missing grant fails the test that needs it (CHK25). */
export const serviceRole = 'retoma_test_service';

/** The URL of the same database for the service's role. */
export function serviceUrl(owner: string): string {
  return owner.replace(/^([a-z]+:\/\/)(?:[^@/]*@)?/, `$1${serviceRole}:${serviceRole}@`);
}

/** The URL of another database on the same server. */
export function databaseUrl(server: string, database: string): string {
  return server.replace(/(^[a-z]+:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}
