// A coordinator and nodes with Citus on loopback, with durability on, from a PostgreSQL installation that has the extension.
import { appendFileSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { executable, identity, run } from '../../../packages/server/src/base/postgres/embedded/binaries.ts';
import { serviceRole } from '../../../packages/server/src/base/postgres/embedded/embedded.ts';
import { freePort } from '../../../packages/server/src/base/net/free-port.ts';
import type { Group } from '../../harness/cores.ts';
import { postgresGroups } from '../../harness/cores.ts';
import { openOwnPool } from '../../harness/own-pool.ts';
import { killFamily } from '../../harness/processes.ts';

/** The setting that names the installation. */
const variable = 'CITUS_PG';

/** The folder of a PostgreSQL installation that has Citus, or a sentence that says what is missing. */
export function findCitus(
  folder = process.env[variable] ?? '',
): { readonly folder: string } | { readonly missing: string } {
  const needs = `${variable} must be the folder of a PostgreSQL installation (with bin/postgres) that can \`create extension citus\``;
  if (folder === '') return { missing: `${needs}; it is not set.` };
  if (!existsSync(path.join(folder, 'bin', 'postgres'))) return { missing: `${needs}; ${folder} has no bin/postgres.` };
  return { folder };
}

/** The role that made the cluster. */
export const superuser = 'postgres';
/** The role that owns the tables. */
export const ownerRole = 'retoma_owner';

/** One server of the cluster. */
export class CitusServer {
  readonly name: string;
  readonly #installation: string;
  readonly #data: string;
  readonly #log: string;
  port = 0;

  constructor(name: string, installation: string, folder: string) {
    this.name = name;
    this.#installation = installation;
    this.#data = path.join(folder, name.replaceAll(' ', '-'));
    this.#log = `${this.#data}.log`;
  }

  /** Creates its files, without starting it. */
  async initialise(settings: Readonly<Record<string, string>>): Promise<void> {
    this.port = await freePort();
    const options = [
      `--pgdata=${this.#data}`,
      `--username=${superuser}`,
      '--encoding=UTF8',
      '--locale=C',
      '-A',
      'trust',
    ];
    await this.#run('initdb', [...options, '--no-sync']);
    const lines = Object.entries({ ...settings, port: String(this.port) }).map(
      ([name, value]) => `${name} = '${value}'`,
    );
    appendFileSync(path.join(this.#data, 'postgresql.conf'), `${lines.join('\n')}\n`);
  }

  /** Starts it, or starts it again on the same files. */
  async start(): Promise<void> {
    await this.#run('pg_ctl', ['-D', this.#data, '-l', this.#log, '-w', '-t', '120', 'start']);
  }

  /** Pid of the postmaster. */
  get pid(): number {
    return Number(readFileSync(path.join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Kills the postmaster and every backend at once with kill -9. */
  kill(): void {
    killFamily(this.pid);
    // Its process may stay in the list for a while, and a start would take it for a running server.
    rmSync(path.join(this.#data, 'postmaster.pid'));
  }

  /** Stops it if it runs. */
  async stop(): Promise<void> {
    if (existsSync(path.join(this.#data, 'postmaster.pid')))
      await this.#run('pg_ctl', ['-D', this.#data, '-m', 'immediate', '-w', '-t', '60', 'stop']).catch(() => {});
  }

  /** The address of one of its databases. */
  url(database: string, role = superuser): string {
    return `postgresql://${role}@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs statements as the superuser, one after the other. */
  async query(database: string, ...statements: readonly string[]): Promise<void> {
    const pool = openOwnPool(this.url(database));
    try {
      for (const statement of statements) await pool.query(statement);
    } finally {
      await pool.end();
    }
  }

  /** Its log. */
  log(): string {
    return readFileSync(this.#log, 'utf8');
  }

  async #run(name: 'initdb' | 'pg_ctl', args: readonly string[]): Promise<void> {
    const { code, output } = await run(executable(this.#installation, name), args);
    if (code === 0) return;
    const log = existsSync(this.#log) ? this.log().slice(-2_000) : '';
    throw new Error(`${name} of ${this.name} failed:\n${output}\n${log}`);
  }
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The settings of every server. The prefix of the log names the SQLSTATE, which the proof searches. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  wal_level: 'logical',
  max_connections: '300',
  max_prepared_transactions: '300',
  max_worker_processes: '32',
  max_locks_per_transaction: '512',
  shared_buffers: '256MB',
  log_line_prefix: '%m [%p] %e %a ',
};

const citusSettings = {
  shared_preload_libraries: 'citus',
  // Ours change only rows of the same schema, which are on the same node.
  'citus.enable_unsafe_triggers': 'on',
  'citus.enable_statistics_collection': 'off',
  'citus.node_conninfo': 'sslmode=disable',
};

/** A coordinator and nodes. Without nodes: one plain PostgreSQL of the same installation. */
export class CitusCluster {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-citus-'));
  readonly coordinator: CitusServer;
  readonly nodes: readonly CitusServer[];

  constructor(installation: string, nodes: number) {
    if (identity.uid !== undefined) chownSync(this.#folder, identity.uid, identity.gid!);
    const server = (name: string): CitusServer => new CitusServer(name, installation, this.#folder);
    this.coordinator = server(nodes === 0 ? 'plain' : 'coordinator');
    this.nodes = Array.from({ length: nodes }, (_, index) => server(`node ${index + 1}`));
  }

  /** All servers, the coordinator first. */
  get servers(): readonly CitusServer[] {
    return [this.coordinator, ...this.nodes];
  }

  /** Starts all servers on empty files. */
  async start(): Promise<this> {
    for (const signal of endingSignals) process.on(signal, this.#abandon);
    for (const server of this.servers) {
      await server.initialise({ ...settings, ...(this.nodes.length > 0 && citusSettings) });
      await server.start();
      const roles = [ownerRole, serviceRole].map((role) => `create role ${role} login`);
      // Each server makes its own: a propagated role would be there twice.
      await server.query('postgres', ...roles);
    }
    return this;
  }

  /** Creates an empty database on every server, and makes them one cluster. Returns the address of its owner at the coordinator. */
  async createDatabase(name: string): Promise<string> {
    for (const server of this.servers) {
      await server.query('postgres', `create database ${name} owner ${ownerRole}`);
      if (this.nodes.length > 0) await server.query(name, 'create extension citus');
    }
    if (this.nodes.length > 0)
      await this.coordinator.query(
        name,
        `select citus_set_coordinator_host('127.0.0.1', ${this.coordinator.port})`,
        ...this.nodes.map(({ port }) => `select citus_add_node('127.0.0.1', ${port})`),
      );
    return this.coordinator.url(name, ownerRole);
  }

  /** Its processes, for measuring. */
  groups(): Group[] {
    return this.servers.flatMap((server) =>
      postgresGroups(server.pid).map((group) => ({ ...group, name: `${server.name}: ${group.name}` })),
    );
  }

  /** Stops all servers and removes their files. */
  async stop(): Promise<void> {
    for (const signal of endingSignals) process.off(signal, this.#abandon);
    await Promise.all(this.servers.map((server) => server.stop()));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** PostgreSQL is a daemon: without this an interrupted proof would leave it and its files behind. */
  readonly #abandon = (): void => {
    for (const server of this.servers) {
      try {
        server.kill();
      } catch {
        // It was not started, or has ended.
      }
    }
    rmSync(this.#folder, { recursive: true, force: true });
    process.exit(1);
  };
}
