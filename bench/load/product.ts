import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Group } from '../harness/cores.ts';
import { freePort } from '../../packages/server/src/base/net/free-port.ts';
import { openOwnPool } from '../harness/own-pool.ts';
import { BenchPostgres, migrateForService } from '../harness/postgres.ts';
import type { Listener, LoadStore } from './settings.ts';
import type { Database } from '../../packages/server/src/base/postgres/pool.ts';
import { credentialsKey } from '../../packages/server/src/base/crypto/seal.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { createShard, type ShardDeps } from '../../packages/server/src/app/shards/create-shard.ts';
import type { MoveTarget } from '../../packages/server/src/app/shards/move-shard.ts';
import { readShards, type ShardAddress } from '../../packages/server/src/app/shards/shard-map.ts';
import { makeStores, type ShardDatabase } from './stores.ts';
import workerFlags from '../../scripts/worker-flags.json' with { type: 'json' };

/** The size of the product. `apis`, `workers`: number of processes of each. */
export type Size = { readonly apis: number; readonly workers: number; readonly stores: number };

/** Where workers run. `command`: prefix of their command line; `reach`: the database's address from the worker's side. */
export type Place = {
  readonly gatewayHost: string;
  readonly command: (worker: number) => readonly string[];
  readonly reach: (worker: number, connectionString: string) => string;
};

/** One process of the product; it may be killed and started again. */
export type Part = {
  readonly name: string;
  readonly kind: 'api' | 'worker';
  /** Absent before the first start. */
  child: ChildProcess | undefined;
  /** Its most recent output. */
  output: string;
  start(): Promise<void>;
};

const root = path.resolve(import.meta.dirname, '../..');
const secret = 'a secret for loads of thirty-two characters';
const here: Place = {
  gatewayHost: '127.0.0.1',
  command: () => [],
  reach: (_worker, connectionString) => connectionString,
};

/** The PostgreSQL of a product. `createDatabase` returns the address of an empty database for its owner. */
export type ProductPostgres = {
  readonly start: () => Promise<unknown>;
  readonly createDatabase: (name: string) => Promise<string>;
  readonly groups: () => Group[];
  readonly stop: () => Promise<void>;
};

/** The product as in production: PostgreSQL and any number of `retoma serve --no-workers` and `retoma work` processes. */
export class Product {
  readonly #postgres: ProductPostgres;
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-load-'));
  readonly parts: Part[] = [];
  readonly baseUrls: string[] = [];
  stores: readonly LoadStore[] = [];
  gateway: Listener = { host: '127.0.0.1', port: 0 };
  database = '';
  #owner = '';
  readonly #log: number;

  constructor(postgres: ProductPostgres = new BenchPostgres()) {
    this.#postgres = postgres;
    this.#log = openSync(path.join(this.folder, 'processes.log'), 'a');
  }

  /**
   * Starts everything and waits until all processes are ready. `place`: where workers run; by default on this machine. `addresses`: of the
   * shards besides shard 0; `create` creates them.
   */
  async start(
    { apis, workers, stores }: Size,
    place: Place = here,
    addresses: readonly ShardAddress[] = [],
    create = createShard,
  ): Promise<this> {
    process.on('exit', this.#abandon);
    await this.#postgres.start();
    const owner = await this.#postgres.createDatabase('retoma');
    this.database = await migrateForService(owner);
    this.#owner = owner;
    await this.withMap(async (parts) => {
      for (const address of addresses) {
        const created = await create(parts, address);
        if (!created.ok) throw new Error(created.code);
      }
    });
    this.gateway = { host: place.gatewayHost, port: await freePort() };
    this.stores = await makeStores(await this.#shards(), secret, { count: stores, gateway: this.gateway });
    for (let number = 1; number <= apis; number++) {
      const port = await freePort();
      this.baseUrls.push(`http://127.0.0.1:${port}`);
      const script = ['packages/cli/src/main.ts', 'serve', '--no-workers', '--json', '--port', String(port)];
      this.#add(`API ${number}`, 'api', [process.execPath, ...script], this.database);
    }
    for (let number = 1; number <= workers; number++) {
      const command = [...place.command(number), process.execPath, ...workerFlags, 'packages/cli/src/main.ts', 'work'];
      this.#add(`worker ${number}`, 'worker', command, place.reach(number, this.database));
    }
    await Promise.all(this.parts.map((part) => part.start()));
    return this;
  }

  /** The database of shard 0, as a place to move a shard to. */
  get place(): MoveTarget {
    return { url: this.database, ownerUrl: this.#owner };
  }

  /** Does something with the map of the shards. */
  async withMap<Result>(work: (parts: ShardDeps) => Promise<Result>): Promise<Result> {
    const db = openOwnPool(this.database);
    const ofShard0 = { connectionString: this.database, ownerConnectionString: this.#owner };
    try {
      return await work({ db, key: credentialsKey(secret), ofShard0, clock: systemClock });
    } finally {
      await db.end();
    }
  }

  /** Does something with the database of each shard, one after the other. */
  async inEveryShard<Result>(work: (db: Database, shard: number) => Promise<Result>): Promise<Result[]> {
    const results: Result[] = [];
    for (const { shard, connectionString } of await this.#shards()) {
      const db = openOwnPool(connectionString, 2, 120_000);
      try {
        results.push(await work(db, shard));
      } finally {
        await db.end();
      }
    }
    return results;
  }

  async #shards(): Promise<ShardDatabase[]> {
    const others = await this.withMap(({ db, key, ofShard0 }) => readShards(db, key, ofShard0));
    return [{ shard: 0, connectionString: this.database }, ...others];
  }

  /** Process groups of the product, for measuring. */
  groups(): Group[] {
    const parts = this.parts.map(({ name, child }) => ({
      name,
      pids: () => (child?.pid === undefined ? [] : [child.pid]),
    }));
    return [...this.#postgres.groups(), ...parts];
  }

  /** Stops all processes and removes the files. */
  async stop(): Promise<void> {
    await Promise.all(this.parts.map(({ child }) => end(child)));
    await this.#postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
    process.off('exit', this.#abandon);
  }

  /** On exit no process is left behind. */
  readonly #abandon = (): void => {
    for (const { child } of this.parts) child?.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  };

  #add(name: string, kind: Part['kind'], command: readonly string[], database: string): void {
    const env = {
      ...process.env,
      DATABASE_URL: database,
      RETOMA_HOME: this.folder,
      RETOMA_SECRET: secret,
      BASE_URL: this.baseUrls[0]!,
      RATE_LIMIT_PER_SECOND: '0',
      NEW_CONTACTS_PER_HOUR: '0',
      NEW_CONTACTS_PER_DAY: '0',
      STORE_NEW_CONTACTS_PER_HOUR: '0',
      STORE_NEW_CONTACTS_PER_DAY: '0',
      ALLOW_PRIVATE_ADDRESSES: 'true',
      CEP_LOOKUP_URL: 'off',
      LOG_LEVEL: 'info',
    };
    const part: Part = {
      name,
      kind,
      child: undefined,
      output: '',
      start: () => {
        const child = spawn(command[0]!, command.slice(1), { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
        part.child = child;
        return this.#isReady(part, child);
      },
    };
    this.parts.push(part);
  }

  /** Resolves when the process logs that it is ready. Its output is also appended to the log file. */
  #isReady(part: Part, child: ChildProcess): Promise<void> {
    const word = part.kind === 'api' ? '"msg":"listening"' : '"msg":"workers started"';
    part.output = '';
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${part.name} ended with ${code}: ${part.output.slice(-2000)}`)));
      child.stderr!.on('data', (chunk: Buffer) => {
        writeSync(this.#log, chunk);
        part.output = (part.output + chunk.toString()).slice(-10_000);
        if (part.output.includes(word)) resolve();
      });
    });
  }
}

/** Sends SIGTERM and waits for the exit. A process that was killed or never started has already ended. */
function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
