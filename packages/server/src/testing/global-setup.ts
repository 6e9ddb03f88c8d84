import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run, as its owner, with a migrated database `template` to clone. */
    postgres: string;
  }
}

/** One real PostgreSQL for the whole test run: that of TEST_DATABASE_URL, else an embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connectionString, stop } = await startTestPostgres(process.env['TEST_DATABASE_URL']);
  project.provide('postgres', connectionString);
  return stop;
}

/** What the files of a test run may come to, with its log, in bytes. */
const maxBytes = 4 * 1024 ** 3;

/**
 * Where the files of a test run lie: in memory where there is enough of it, since each test makes a database of a thousand files, and a
 * disk is what all of them would wait for; else in the system's temporary folder.
 */
function makeFolder(): string {
  const memory = '/dev/shm';
  const fits = (): boolean => {
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, os.freemem()) >= maxBytes;
  };
  const folder = mkdtempSync(path.join(existsSync(memory) && fits() ? memory : os.tmpdir(), 'retoma-test-'));
  // The user that PostgreSQL runs as where root starts it; its own files are for that user alone.
  chmodSync(folder, 0o755);
  return folder;
}

/** A PostgreSQL with a migrated database to clone: the given one, else an embedded one in a folder that `stop` removes. */
export async function startTestPostgres(
  directory?: string,
): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  const folder = makeFolder();
  const postgres = directory
    ? { connectionString: directory, home: folder, stop: () => Promise.resolve() }
    : await startEmbedded(path.join(folder, 'postgres'), { disposable: true });
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
    connectionString: postgres.connectionString,
    async stop() {
      await postgres.stop();
      rmSync(postgres.home, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The role that the service works as in tests: a grant that is missing fails the test that needs it (CHK25). */
const serviceRole = 'retoma_test_service';

/** The same database, as the service's role. */
export function serviceUrl(owner: string): string {
  return owner.replace(/^([a-z]+:\/\/)(?:[^@/]*@)?/, `$1${serviceRole}:${serviceRole}@`);
}

/** The same server, another database. */
export function databaseUrl(server: string, database: string): string {
  return server.replace(/(^[a-z]+:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}
