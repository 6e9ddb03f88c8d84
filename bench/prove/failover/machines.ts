// A highly available PostgreSQL on this machine, from the files of deploy/ha: three loopback addresses stand for three machines, each with
// etcd, Patroni and PostgreSQL of Debian's packages; HAProxy leads to the primary.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
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
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { identity } from '../../../packages/server/src/base/postgres/embedded/binaries.ts';
import { serviceRole } from '../../../packages/server/src/base/postgres/embedded/embedded.ts';
import { isPostgres } from '../../../packages/server/src/base/postgres/embedded/postmaster.ts';
import type { Group } from '../../harness/cores.ts';
import { family } from '../../harness/processes.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const debian = '/usr/lib/postgresql';

/** The programs of a cluster and the Debian package of each. */
const packages = { etcd: 'etcd-server', patroni: 'patroni', patronictl: 'patroni', haproxy: 'haproxy' };

/** The Debian packages that this machine lacks; none if the proof can run. */
export function missingPackages(): string[] {
  const missing = Object.entries(packages)
    .filter(([program]) => spawnSync('which', [program], { env: searched }).status !== 0)
    .map(([, name]) => name);
  if (missing.length === 0 && !isPatroniSafe()) missing.push('patroni 4 or later');
  return [...new Set([...missing, ...(serverFolder() ? [] : ['postgresql'])])];
}

/** Before 3.0.3 a primary that hung for longer than its lease takes the leader key back from its successor: acknowledged writes are lost. */
function isPatroniSafe(): boolean {
  const { stdout } = spawnSync('patroni', ['--version'], { env: searched, encoding: 'utf8' });
  return Number(/\d+/.exec(stdout)?.[0]) >= 4;
}

/** Debian keeps haproxy where only root searches. */
const searched = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin`, LC_ALL: 'C.UTF-8' };

const serverFolder = (): string | undefined =>
  (existsSync(debian) ? readdirSync(debian) : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => path.join(debian, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'postgres')));

/** One of the three machines: its processes die, freeze and return together. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #folder: string;
  #children: ChildProcess[] = [];

  constructor(number: number, folder: string) {
    this.name = `db-${number}`;
    this.address = `127.0.0.1${number}`;
    this.#folder = path.join(folder, this.name);
    makeFolder(this.#folder);
  }

  /** Starts etcd and Patroni, which starts PostgreSQL; the same files are used again. */
  start(): void {
    const settings = [...this.#file('etcd.env').matchAll(/^(ETCD_\w+)=(.*)$/gm)];
    const etcd = Object.fromEntries(settings.map(([, name, value]) => [name!, value!]));
    const config = path.join(this.#folder, 'patroni.yml');
    writeFileSync(config, this.#file('patroni.yml'));
    this.#children = [
      launch(
        'etcd',
        [],
        { ...etcd, ETCD_DATA_DIR: path.join(this.#folder, 'etcd') },
        path.join(this.#folder, 'etcd.log'),
      ),
      launch('patroni', [config], {}, path.join(this.#folder, 'patroni.log')),
    ];
  }

  /** Sends a signal to every process of the machine. All are stopped before they are killed, so that none starts another meanwhile. */
  signal(signal: NodeJS.Signals): void {
    if (signal === 'SIGKILL') this.signal('SIGSTOP');
    for (const pid of this.#pids()) {
      try {
        process.kill(pid, signal);
      } catch {
        // the process ended between listing and signal
      }
    }
  }

  /** Whether its PostgreSQL is the primary, or the standby that every commit waits for. */
  async is(role: 'primary' | 'sync'): Promise<boolean> {
    const response = await fetch(`http://${this.address}:8008/${role}`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
    return response?.status === 200;
  }

  /** A file of deploy/ha with this machine's name, address and folders. */
  #file(name: string): string {
    return readFileSync(path.join(root, 'deploy/ha', name), 'utf8')
      .replaceAll(/^(name: |ETCD_NAME=)db-1$/gm, `$1${this.name}`)
      .replaceAll(
        /^(.*(?:listen|connect_address|LISTEN|ADVERTISE)[^,\n]*)10\.0\.0\.11(?=[^,]*$)/gm,
        `$1${this.address}`,
      )
      .replaceAll('10.0.0.1', '127.0.0.1')
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('scram-sha-256', 'trust')
      .replace(/bin_dir: .*/, `bin_dir: ${serverFolder()}`)
      .replace(/data_dir: .*/, `data_dir: ${this.#folder}/data`)
      .replace(/pgpass: .*/, `pgpass: ${this.#folder}/pgpass`)
      .replace(/unix_socket_directories: .*/, `unix_socket_directories: ${this.#folder}`)
      .replace('mode: automatic', 'mode: off');
  }

  /** PostgreSQL is a daemon: its pid is in its folder. */
  #pids(): number[] {
    const file = path.join(this.#folder, 'data', 'postmaster.pid');
    const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0;
    const started = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const pids = [...started.flatMap(({ pid }) => pid ?? []), ...(isPostgres(postmaster) ? [postmaster] : [])];
    return [...new Set(pids.flatMap((pid) => family(pid)))];
  }

  /** Its processes, for measuring. */
  group(): Group {
    return { name: this.name, pids: () => this.#pids() };
  }
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid!);
}

function launch(
  program: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  log: string,
): ChildProcess {
  const command = `exec ${program} "$@" >>"$LOG" 2>&1`;
  return spawn('sh', ['-c', command, program, ...args], {
    ...identity,
    cwd: path.dirname(log),
    env: { ...searched, ...env, LOG: log },
    stdio: 'ignore',
  });
}

/** The cluster. A product uses it in place of a single PostgreSQL. */
export class Cluster {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-cluster-'));
  readonly machines: readonly Machine[];
  #proxy: ChildProcess | undefined;

  constructor() {
    makeFolder(this.#folder);
    this.machines = [1, 2, 3].map((number) => new Machine(number, this.#folder));
  }

  /** Starts everything and waits for a primary with a synchronous standby behind the proxy. */
  async start(): Promise<this> {
    process.on('exit', this.#abandon);
    for (const machine of this.machines) machine.start();
    const config = path.join(this.#folder, 'haproxy.cfg');
    const text = readFileSync(path.join(root, 'deploy/ha/haproxy.cfg'), 'utf8');
    writeFileSync(config, text.replaceAll('10.0.0.1', '127.0.0.1'));
    this.#proxy = launch('haproxy', ['-f', config, '-db'], {}, path.join(this.#folder, 'haproxy.log'));
    await this.untilComplete();
    await this.ask('postgres', `create role ${serviceRole} login`);
    return this;
  }

  /** Creates an empty database; returns the address that names all machines. */
  async createDatabase(name: string): Promise<string> {
    await this.ask('postgres', `create database ${name}`);
    return `postgresql://postgres@${this.machines.map(({ address }) => `${address}:5432`).join(',')}/${name}`;
  }

  /** The machine whose PostgreSQL is the primary. */
  async primary(): Promise<Machine> {
    for (;;) {
      for (const machine of this.machines) if (await machine.is('primary')) return machine;
      await sleep(200);
    }
  }

  /** Resolves once there is a primary with a synchronous standby, and all machines take part. */
  async untilComplete(): Promise<void> {
    const until = Date.now() + 120_000;
    for (;;) {
      const members = await this.#members();
      // A standby that is only `running` still follows an earlier primary.
      const taking = members.filter(({ role, state }) => role === 'leader' || state === 'streaming');
      const isSynchronous = members.some(({ role }) => role === 'sync_standby');
      if (taking.length === this.machines.length && isSynchronous && (await this.#answers())) return;
      if (Date.now() > until)
        throw new Error(`the cluster is incomplete: ${JSON.stringify(members)}; see ${this.#folder}`);
      await sleep(500);
    }
  }

  /** Its processes, for measuring. */
  groups(): Group[] {
    return this.machines.map((machine) => machine.group());
  }

  /** Asks Patroni to make another machine the primary. */
  async switchOver(): Promise<void> {
    const leader = await this.primary();
    const response = await fetch(`http://${leader.address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name }),
      signal: AbortSignal.timeout(60_000),
    });
    if (response.status !== 200) throw new Error(`no switchover: ${await response.text()}`);
  }

  /** Runs one statement through the proxy. */
  async ask(database: string, statement: string): Promise<void> {
    const client = new Client({
      connectionString: `postgresql://postgres@127.0.0.1:5000/${database}`,
      connectionTimeoutMillis: 1_000,
      query_timeout: 1_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(statement);
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Stops everything and removes the files. */
  stop(): Promise<void> {
    this.#abandon();
    process.off('exit', this.#abandon);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    return Promise.resolve();
  }

  readonly #abandon = (): void => {
    for (const machine of this.machines) machine.signal('SIGKILL');
    this.#proxy?.kill('SIGKILL');
  };

  #answers = (): Promise<boolean> =>
    this.ask('postgres', 'select 1').then(
      () => true,
      () => false,
    );

  async #members(): Promise<{ name: string; role: string; state: string }[]> {
    for (const { address } of this.machines) {
      const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (response?.ok)
        return ((await response.json()) as { members: { name: string; role: string; state: string }[] }).members;
    }
    return [];
  }
}
