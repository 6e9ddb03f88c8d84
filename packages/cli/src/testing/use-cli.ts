import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { openPool, type Database } from '../../../server/src/base/postgres/pool.ts';
import { cloneDatabase } from '../../../server/src/testing/test-service.ts';
import { runCli, type Ran } from './run-cli.ts';

/** The command line on its own database and folder, for all tests of a file. */
export type TestCli = {
  readonly db: Database;
  readonly home: string;
  /** The address of the owner of the tables. */
  readonly ownerUrl: string;
  /** Runs a command; `settings`: environment variables in addition to the database and the folder. */
  readonly run: (args: readonly string[], settings?: Record<string, string>) => Promise<Ran>;
  /** Runs a command that must succeed without warnings; returns its JSON. */
  readonly json: <T>(args: readonly string[], settings?: Record<string, string>) => Promise<T>;
};

/** Sets up a command line for the tests of a file, and removes it afterwards. */
export function useCli(): TestCli {
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let db: Database;
  let home: string;
  beforeAll(async () => {
    database = await cloneDatabase();
    db = openPool(database.url, 1, () => {});
    home = mkdtempSync(path.join(os.tmpdir(), 'retoma-cli-'));
  });
  afterAll(async () => {
    await db.end();
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  });
  const run: TestCli['run'] = (args, settings = {}) =>
    runCli(args, { DATABASE_URL: database.url, RETOMA_HOME: home, ...settings });
  return {
    get db() {
      return db;
    },
    get home() {
      return home;
    },
    get ownerUrl() {
      return database.ownerUrl;
    },
    run,
    async json<T>(args: readonly string[], settings?: Record<string, string>) {
      const { code, stdout, stderr } = await run([...args, '--json'], settings);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return JSON.parse(stdout) as T;
    },
  };
}
