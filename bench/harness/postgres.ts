import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded, type EmbeddedPostgres } from '../../packages/server/src/db/embedded/embedded.ts';
import { readPostmaster } from '../../packages/server/src/db/embedded/postmaster.ts';
import { openPool } from '../../packages/server/src/db/pool.ts';
import { family } from './processes.ts';

/** A PostgreSQL of its own, with durability on, as `npm start` runs it. */
export class BenchPostgres {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-bench-'));
  #running: EmbeddedPostgres | undefined;

  /** Starts it, the first time or again on the same files. */
  async start(): Promise<this> {
    this.#running = await startEmbedded(path.join(this.#folder, 'postgres'));
    return this;
  }

  /** Pid of the postmaster. */
  get pid(): number {
    return readPostmaster(path.join(this.#live.home, 'data'))!.pid;
  }

  /** Makes an empty database and answers its address. */
  async createDatabase(name: string): Promise<string> {
    const { connectionString } = this.#live;
    const pool = openPool(connectionString, 1, () => {});
    try {
      await pool.query(`create database ${name}`);
    } finally {
      await pool.end();
    }
    return connectionString.replace('/postgres?', `/${name}?`);
  }

  /** kill -9 of the postmaster and every backend at once. */
  kill(): void {
    for (const pid of family(this.pid)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // it ended between the two
      }
    }
  }

  /** Stops it and removes its files. */
  async stop(): Promise<void> {
    await this.#live.stop();
    rmSync(this.#live.home, { recursive: true, force: true });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #live(): EmbeddedPostgres {
    if (!this.#running) throw new Error('PostgreSQL was not started');
    return this.#running;
  }
}
