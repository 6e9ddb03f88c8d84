// The PgBouncer of this machine (Debian's package `pgbouncer`) in front of a PostgreSQL, with its defaults but for what docs/deploy.md advises.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../../packages/server/src/base/net/free-port.ts';
import { identity } from '../../../packages/server/src/base/postgres/embedded/binaries.ts';

/** How PgBouncer shares its connections. `poolSize`: connections for each role and database; absent: its default, 20. */
export type PoolerMode = { readonly mode: 'session' | 'transaction' | 'statement'; readonly poolSize?: number };

/** Debian keeps it where only root searches. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

/** Whether PgBouncer is installed. */
export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version'], { env }).status === 0;

/** The role of its console. */
const consoleRole = 'pgbouncer';

/** A PgBouncer process; it may be killed and started again at the same address. */
export class PgBouncer {
  readonly #mode: PoolerMode;
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-pgbouncer-'));
  readonly #config = path.join(this.#folder, 'pgbouncer.ini');
  #port = 0;
  #child: ChildProcess | undefined;

  constructor(mode: PoolerMode) {
    this.#mode = mode;
  }

  /** Starts it in front of the PostgreSQL of connection strings, which trusts its clients. Their roles may connect. */
  async start(connectionStrings: readonly string[]): Promise<void> {
    this.#port = await freePort();
    this.#configure(connectionStrings.map((connectionString) => new Client(connectionString)));
    process.on('exit', this.#abandon);
    await this.restart();
  }

  /** Starts it again, and waits until it accepts connections. */
  async restart(): Promise<void> {
    const child = spawn('pgbouncer', ['--quiet', this.#config], { ...identity, env, stdio: 'ignore' });
    this.#child = child;
    while (!(await this.#accepts())) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
      await sleep(20);
    }
  }

  /** The connection string of the same role and database through PgBouncer. */
  urlOf(connectionString: string): string {
    const { user, database } = new Client(connectionString);
    return `postgresql://${user}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Its process, for measuring. */
  pids(): number[] {
    return this.#child?.pid === undefined ? [] : [this.#child.pid];
  }

  /** Ends it with kill -9. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Ends it and removes its files. */
  async stop(): Promise<void> {
    await this.kill();
    process.off('exit', this.#abandon);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  readonly #abandon = (): void => {
    this.#child?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  };

  #configure(clients: readonly Client[]): void {
    const { host, port } = clients[0]!;
    const users = path.join(this.#folder, 'userlist.txt');
    const roles = [...clients.map(({ user }) => user!), consoleRole];
    writeFileSync(users, roles.map((role) => `"${role}" ""\n`).join(''));
    const { mode, poolSize } = this.#mode;
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: this.#port,
      unix_socket_dir: '',
      auth_type: 'trust',
      auth_file: users,
      admin_users: consoleRole,
      logfile: path.join(this.#folder, 'pgbouncer.log'),
      pool_mode: mode,
      server_login_retry: 1,
      ...(poolSize !== undefined && { default_pool_size: poolSize }),
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    writeFileSync(this.#config, `[databases]\n* = host=${host} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`);
    if (identity.uid !== undefined)
      for (const file of [this.#folder, this.#config, users]) chownSync(file, identity.uid, identity.gid!);
  }

  async #accepts(): Promise<boolean> {
    const client = new Client({ host: '127.0.0.1', port: this.#port, user: consoleRole, database: 'pgbouncer' });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
