import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded } from '../../packages/server/src/db/embedded/embedded.ts';
import { readPostmaster } from '../../packages/server/src/db/embedded/postmaster.ts';
import { openPool } from '../../packages/server/src/db/pool.ts';

/** A PostgreSQL of its own, with durability on, as `npm start` runs it. */
export type BenchPostgres = {
  /** Pid of the postmaster. */
  pid: number;
  /** Makes an empty database and answers its address. */
  createDatabase: (name: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** Starts it in a temporary folder that `stop` removes. */
export async function startPostgres(): Promise<BenchPostgres> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-bench-'));
  const embedded = await startEmbedded(path.join(folder, 'postgres'));
  const { connectionString } = embedded;
  return {
    pid: readPostmaster(path.join(embedded.home, 'data'))!.pid,
    async createDatabase(name) {
      const pool = openPool(connectionString, 1, () => {});
      try {
        await pool.query(`create database ${name}`);
      } finally {
        await pool.end();
      }
      return connectionString.replace('/postgres?', `/${name}?`);
    },
    async stop() {
      await embedded.stop();
      rmSync(embedded.home, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
