// A PostgreSQL of Debian's packages on loopback, set up as docs/backups.md describes: pgBackRest archives its WAL, and pg_receivewal confirms
// each commit. Its folder belongs to the user of PostgreSQL's processes; `destroy` removes the data directory, and archive and stream stay.
import { spawn, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { identity, run } from '../../../packages/server/src/base/postgres/embedded/binaries.ts';
import { serviceRole } from '../../../packages/server/src/base/postgres/embedded/embedded.ts';
import { readPostmaster } from '../../../packages/server/src/base/postgres/embedded/postmaster.ts';
import { freePort } from '../../../packages/server/src/base/net/free-port.ts';
import { openOwnPool } from '../../harness/own-pool.ts';
import { killFamily } from '../../harness/processes.ts';

const debian = '/usr/lib/postgresql';
const pgbackrest = '/usr/bin/pgbackrest';

/** The newest server of Debian's packages; undefined if none is installed. */
const findServer = (): string | undefined =>
  (existsSync(debian) ? readdirSync(debian) : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => path.join(debian, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'postgres')) && existsSync(path.join(bin, 'pg_receivewal')));

/** The packages that are not installed here. */
export const missingPackages = (): string[] => [
  ...(findServer() ? [] : ['postgresql']),
  ...(existsSync(pgbackrest) ? [] : ['pgbackrest']),
];

/** Seconds after which a segment is archived even if it is not full. */
export const archiveTimeoutS = 10;

/** What is restored: options of `pgbackrest restore`; `fromStream`: what the archive lacks is read from the stream. */
export type RestoreOptions = { readonly args: readonly string[]; readonly fromStream: boolean };

/** The server, its archive and its stream. */
export class ArchivedPostgres {
  readonly #bin = findServer()!;
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-pitr-'));
  readonly #port: number;
  #data = this.#in('data');
  #receiver: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  /** Creates and starts a server with an empty database `retoma`, an archive and a synchronous stream. */
  static async start(): Promise<ArchivedPostgres> {
    const postgres = new ArchivedPostgres(await freePort());
    await postgres.#create();
    return postgres;
  }

  /** The address of a database, for the owner of its tables. */
  address(database = 'retoma'): string {
    return `postgresql://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  /** Runs pgBackRest; returns its output. */
  backrest(...args: string[]): Promise<string> {
    return this.#run(pgbackrest, `--config=${this.#in('pgbackrest.conf')}`, '--stanza=retoma', ...args);
  }

  /** The last segment in the archive. */
  async lastArchived(): Promise<string> {
    const [stanza] = JSON.parse(await this.backrest('info', '--output=json')) as [{ archive: { max: string }[] }];
    return stanza.archive.at(-1)!.max;
  }

  /** Kills the server with kill -9 and removes its data directory; the stream ends. */
  async destroy(): Promise<void> {
    killFamily(readPostmaster(this.#data)!.pid);
    rmSync(this.#data, { recursive: true, force: true });
    // Until the system has removed the killed process, the next server would take it for one that runs.
    rmSync(this.#in(`.s.PGSQL.${this.#port}.lock`), { force: true });
    await this.#endStream();
  }

  /** Restores into an empty data directory, and starts the server from it as an ordinary one, without archive and stream. */
  async restore(name: string, { args, fromStream }: RestoreOptions): Promise<void> {
    this.#data = this.#in(name);
    const [config, stream] = [this.#in('pgbackrest.conf'), this.#in('stream')];
    const get = `${pgbackrest} --config=${config} --stanza=retoma archive-get %f "%p"`;
    const more = fromStream ? [`--recovery-option=restore_command=${get} || ${copyFrom(stream)}`] : [];
    await this.backrest(`--pg1-path=${this.#data}`, '--archive-mode=off', ...more, ...args, 'restore');
    await this.#control("-c synchronous_standby_names=''");
    await this.query('select 1 from pg_sleep(0.2)', 'select pg_is_in_recovery() as again');
  }

  /** Runs the first statement until the second returns no true `again`. Used to wait; returns the last row. */
  async query<Row extends object>(...statements: string[]): Promise<Row> {
    const db = openOwnPool(this.address('postgres'));
    try {
      for (;;) {
        let row: Record<string, unknown> = {};
        for (const statement of statements) row = ((await db.query(statement)).rows[0] as typeof row) ?? {};
        if (row['again'] !== true) return row as Row;
      }
    } finally {
      await db.end();
    }
  }

  /** Stops the server; the files stay. */
  async stop(): Promise<void> {
    await this.#run(path.join(this.#bin, 'pg_ctl'), '-D', this.#data, '-m', 'immediate', 'stop');
  }

  /** Stops what runs and removes every file. */
  async remove(): Promise<void> {
    await this.#endStream();
    // A server that could not start has removed its file since.
    if (existsSync(path.join(this.#data, 'postmaster.pid'))) await this.stop().catch(() => {});
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #create(): Promise<void> {
    for (const name of ['', 'stream', 'repo']) {
      const folder = this.#in(name);
      mkdirSync(folder, { recursive: true });
      if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid!);
    }
    const config = this.#in('pgbackrest.conf');
    writeFileSync(config, this.#backrestSettings(), { mode: 0o644 });
    const initdb = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    await this.#run(path.join(this.#bin, 'initdb'), '-D', this.#data, ...initdb);
    appendFileSync(
      path.join(this.#data, 'postgresql.conf'),
      `listen_addresses = '127.0.0.1'\nport = ${this.#port}\nunix_socket_directories = '${this.#folder}'\nmax_connections = 100
archive_mode = on\narchive_timeout = ${archiveTimeoutS}
archive_command = '${pgbackrest} --config=${config} --stanza=retoma archive-push %p'\n`,
    );
    await this.#control();
    await this.backrest('stanza-create');
    await this.#openStream();
    for (const statement of [`create role ${serviceRole} login`, 'create database retoma']) await this.query(statement);
  }

  #backrestSettings(): string {
    return `[global]
repo1-path=${this.#in('repo')}
lock-path=${this.#in('lock')}
spool-path=${this.#in('spool')}
log-level-file=off
log-level-console=off
start-fast=y
[retoma]
pg1-path=${this.#data}
pg1-port=${this.#port}
pg1-socket-path=${this.#folder}
pg1-user=postgres
`;
  }

  async #openStream(): Promise<void> {
    const receive = (...args: string[]): string[] => ['-d', this.address('postgres'), '--slot=stream', ...args];
    const file = path.join(this.#bin, 'pg_receivewal');
    await this.#run(file, ...receive('--create-slot'));
    this.#receiver = spawn(file, receive('-D', this.#in('stream'), '--synchronous'), {
      ...identity,
      cwd: os.tmpdir(),
      stdio: 'ignore',
    });
    await this.query(`alter system set synchronous_standby_names = 'pg_receivewal'`);
    await this.query('select pg_reload_conf()');
    await this.query(
      'select 1 from pg_sleep(0.2)',
      `select not exists (select from pg_stat_replication where sync_state = 'sync') as again`,
    );
  }

  async #endStream(): Promise<void> {
    const child = this.#receiver;
    this.#receiver = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  }

  async #control(options = ''): Promise<void> {
    const log = this.#in('postgres.log');
    const args = ['-D', this.#data, '-l', log, '-w', '-t', '600', '-o', options, 'start'];
    await this.#run(path.join(this.#bin, 'pg_ctl'), ...args).catch((cause: unknown) => {
      throw new Error(`PostgreSQL does not start:\n${readFileSync(log, 'utf8').slice(-3_000)}`, { cause });
    });
  }

  async #run(file: string, ...args: string[]): Promise<string> {
    const { code, output } = await run(file, args);
    if (code !== 0) throw new Error(`${path.basename(file)} ${args.join(' ')} failed:\n${output}`);
    return output;
  }

  #in(name: string): string {
    return path.join(this.#folder, name);
  }
}

/** Copies a segment of pg_receivewal: a whole one, or the last, which it had not finished. */
const copyFrom = (stream: string): string =>
  `cp ${stream}/%f "%p" 2>/dev/null || cp ${stream}/%f.partial "%p" 2>/dev/null`;
