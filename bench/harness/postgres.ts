import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import {
  serviceRole,
  startEmbedded,
  type EmbeddedPostgres,
} from '../../packages/server/src/base/postgres/embedded/embedded.ts';
import { migrate } from '../../packages/server/src/base/postgres/migrate.ts';
import { readPostmaster } from '../../packages/server/src/base/postgres/embedded/postmaster.ts';
import { openOwnPool } from './own-pool.ts';
import { postgresGroups, type Group } from './cores.ts';
import { killFamily } from './processes.ts';

/** The database's address with the service's role instead of the owner (CHK25). */
export const asService = (owner: string): string => owner.replace(/(?<=^postgresql:\/\/)[^@]*/, serviceRole);

/** Migrates a database as its owner; returns its address with the service's role. */
export async function migrateForService(owner: string): Promise<string> {
  await migrate(owner, { serviceRole });
  return asService(owner);
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A PostgreSQL instance with durability on, as `npm start` runs it; only the passed settings differ. */
export class BenchPostgres {
  readonly #settings: Record<string, string>;
  readonly #network: string | undefined;
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-bench-'));
  #running: EmbeddedPostgres | undefined;

  /** `network`: from where connections are allowed, such as `10.77.0.0/16`; the settings must include `listen_addresses`. */
  constructor(settings: Record<string, string> = {}, network?: string) {
    this.#settings = settings;
    this.#network = network;
  }

  /** Starts PostgreSQL, or restarts it on the same files. */
  async start(): Promise<this> {
    if (!this.#running) for (const signal of endingSignals) process.on(signal, this.#abandon);
    // Proofs kill it, and start it when they want to.
    this.#running = await startEmbedded(path.join(this.#folder, 'postgres'), {
      restarts: false,
      settings: this.#settings,
    });
    if (this.#network !== undefined) await this.#admit(this.#network);
    return this;
  }

  /** Allows connections from a network without a password. */
  async #admit(network: string): Promise<void> {
    appendFileSync(path.join(this.#live.home, 'data', 'pg_hba.conf'), `host all all ${network} trust\n`);
    const client = new Client({ connectionString: this.#live.connectionString });
    await client.connect();
    await client.query('select pg_reload_conf()');
    await client.end();
  }

  /** Its processes, for measuring. */
  groups(): Group[] {
    return postgresGroups(this.pid);
  }

  /** Pid of the postmaster. */
  get pid(): number {
    return readPostmaster(path.join(this.#live.home, 'data'))!.pid;
  }

  /** Creates an empty database and returns its address. */
  async createDatabase(name: string): Promise<string> {
    const { connectionString } = this.#live;
    const pool = openOwnPool(connectionString);
    try {
      await pool.query(`create database ${name}`);
    } finally {
      await pool.end();
    }
    return connectionString.replace('/postgres?', `/${name}?`);
  }

  /** Drops a database and closes its open connections. */
  async dropDatabase(name: string): Promise<void> {
    const client = new Client({ connectionString: this.#live.connectionString });
    await client.connect();
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }

  /** Kills the postmaster and every backend at once with kill -9. */
  kill(): void {
    killFamily(this.pid);
  }

  /** Stops PostgreSQL and removes its files. */
  async stop(): Promise<void> {
    for (const signal of endingSignals) process.off(signal, this.#abandon);
    await this.#live.stop();
    this.#removeFiles();
  }

  /** PostgreSQL is a daemon: without this an interrupted benchmark would leave it and its files behind. */
  readonly #abandon = (): void => {
    this.kill();
    this.#removeFiles();
    process.exit(1);
  };

  #removeFiles(): void {
    rmSync(this.#live.home, { recursive: true, force: true, maxRetries: 5 });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #live(): EmbeddedPostgres {
    if (!this.#running) throw new Error('PostgreSQL was not started');
    return this.#running;
  }
}
