// The PostgreSQL that npm installs, on a private Unix socket below RETOMA_HOME.
//
// INV1. A data folder appears complete (initdb in another folder, then a rename) or not at all.
// INV2. A PostgreSQL that runs on the folder is adopted, never started a second time.
// INV3. The last Retoma process that exits stops it: a command must not end the PostgreSQL of a running service.
// INV4. A PostgreSQL that was killed is started again, at the same address, while a Retoma process uses it.
// INV5. On TCP it requires a password (scram-sha-256). Only the owner can read the password's file.
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { escapeLiteral } from 'pg';
import { executable, findBinaries, identity, onWindows, run, shortHash } from './binaries.ts';
import { storedSecret } from '../../crypto/derive-keys.ts';
import { freePort } from '../../net/free-port.ts';
import { isUnavailable } from '../pool.ts';
import { affectsOne, queryOneValue } from '../query.ts';
import { withClient } from '../with-client.ts';
import { explainFileError, explainFailedStart, hasDatabase } from './data-folder.ts';
import { keepRunning } from './keep-running.ts';
import { answers, clearStale, isPostgres, isStillUsed, readPostmaster } from './postmaster.ts';

/** A running embedded PostgreSQL. `stop` leaves it running while another process is connected. */
export type EmbeddedPostgres = {
  /** Connects as the owner of the tables. */
  connectionString: string;
  /** Connects as the service's role, which owns nothing (CHK25). */
  serviceConnectionString: string;
  /** The folder of its files: as root not always the requested one. */
  home: string;
  stop: () => Promise<void>;
};

type Options = {
  /** Settings for tests: data is not flushed to disk. */
  disposable?: boolean;
  /** More settings of PostgreSQL, for tests and measurements. */
  settings?: Readonly<Record<string, string>>;
  /** Whether it is started again when it was killed; true by default. */
  restarts?: boolean;
  /** The port on TCP; absent: a free one. */
  port?: number;
  /** Called if a killed PostgreSQL did not start again, which is tried until it does. */
  onFailure?: (error: unknown) => void;
  /** Called before each slow step. */
  onProgress?: (step: string) => void;
};

const ownerRole = 'retoma_owner';

/** The role of the service. */
export const serviceRole = 'retoma';

/**
 * Starts, or adopts, the PostgreSQL whose files are in `folder`, and keeps it running until `stop` (INV4). Throws DatabaseRefused, and changes
 * nothing, if the folder holds something that it cannot open.
 */
export async function startEmbedded(folder: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const started = await startOrAdopt(folder, options);
  const { port, socketDir } = started.at;
  const { disposable = false, settings = {}, restarts = true, onFailure = () => {} } = options;
  if (!restarts) return started;
  const watcher = keepRunning({
    answers: () => answers({ port, socketDir }),
    // Data that are gone are not replaced by empty ones.
    start: async () => {
      if (fs.existsSync(path.join(started.home, 'data', 'PG_VERSION')))
        await startOrAdopt(folder, { disposable, settings, port });
    },
    onFailure,
  });
  const stop = async (): Promise<void> => {
    await watcher.stop();
    await started.stop();
  };
  return { ...started, stop };
}

type Started = EmbeddedPostgres & { readonly at: { readonly port: number; readonly socketDir: string } };

async function startOrAdopt(folder: string, options: Options): Promise<Started> {
  const home = reachableFolder(path.resolve(folder));
  try {
    return await startOn(home, options);
  } catch (error) {
    throw explainFileError(error, home);
  }
}

async function startOn(home: string, options: Options): Promise<Started> {
  const native = await findBinaries();
  const data = path.join(home, 'data');
  // Of a running server nothing needs to be opened, and root may use that of another user.
  const isPresent = (await isAnswering(data)) || hasDatabase(data);
  const running = await adopt(home);
  if (running) return openHandle(native, home, running);
  makeFolder(home);
  if (!isPresent) {
    options.onProgress?.('Creating the database');
    await initialise(native, home, data);
  }
  const socketDir = socketFolder(home);
  const port = onWindows ? (options.port ?? (await freePort())) : 5432;
  options.onProgress?.('Starting PostgreSQL');
  const log = path.join(home, 'postgres.log');
  const settings = serverSettings(socketDir, port, options);
  const wait = ['-w', '-t', '60'];
  const before = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const started = await run(executable(native, 'pg_ctl'), ['-D', data, '-l', log, ...wait, '-o', settings, 'start']);
  if (started.code !== 0) {
    const meanwhile = await adopt(home); // another Retoma process started it first
    if (meanwhile) return openHandle(native, home, meanwhile);
    const address = onWindows ? `127.0.0.1:${port}` : socketDir;
    throw explainFailedStart({
      data,
      log,
      address,
      output: `${started.output}\n${textSince(log, before)}`,
      version: await versionOf(native),
    });
  }
  return openHandle(native, home, { port, socketDir });
}

/** What a log got since it had a size, at most its last 20,000 bytes. */
function textSince(log: string, size: number): string {
  const bytes = fs.existsSync(log) ? fs.readFileSync(log).subarray(size) : Buffer.alloc(0);
  return bytes.subarray(-20_000).toString('utf8');
}

/** The main version of the programs. */
const versionOf = async (native: string): Promise<string> =>
  /\d+/.exec((await run(executable(native, 'postgres'), ['--version'])).output)?.[0] ?? '';

/** Whether a PostgreSQL on this data folder accepts connections. */
async function isAnswering(data: string): Promise<boolean> {
  const postmaster = readPostmaster(data);
  return postmaster?.ready === true && (await answers(postmaster));
}

/** The PostgreSQL that already runs on the data of a folder. Removes the files of a killed one. */
async function adopt(home: string): Promise<{ port: number; socketDir: string } | undefined> {
  const data = path.join(home, 'data');
  for (let attempt = 0; attempt < 150; attempt++) {
    const postmaster = readPostmaster(data);
    if (!postmaster) return undefined;
    if (postmaster.ready && (await answers(postmaster)) && (await isServing(home, postmaster))) return postmaster;
    if (postmaster.pid && !isPostgres(postmaster.pid) && !isStillUsed(postmaster)) {
      clearStale(data, postmaster);
      return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, 200)); // starting, recovering or stopping
  }
  throw new Error(`PostgreSQL in ${data} did not start or stop in time. See its log next to that folder.`);
}

/**
 * Whether a server that accepts connections serves them too. The system accepts them for a killed one until its process is gone, and a server
 * that recovers refuses them.
 */
const isServing = (home: string, at: Started['at']): Promise<boolean> =>
  withClient({ connectionString: connectionStringOf(home, at), connectionTimeoutMillis: 5_000 }, () =>
    Promise.resolve(true),
  ).catch((error: { code?: string }) => !isUnavailable(error) || error.code === tooManyConnections);

const tooManyConnections = '53300';

async function initialise(native: string, home: string, data: string): Promise<void> {
  const fresh = path.join(home, `data.new-${randomUUID()}`);
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '-c', 'timezone=UTC'];
  const made = await run(executable(native, 'initdb'), [
    `--pgdata=${fresh}`,
    `--username=${ownerRole}`,
    '--encoding=UTF8',
    '--no-sync',
    ...authentication(home),
    ...locale,
  ]);
  if (made.code !== 0) {
    const version = await versionOf(native);
    throw explainFailedStart({ data, output: made.output, log: home, address: home, version });
  }
  try {
    fs.renameSync(fresh, data);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    if (!fs.existsSync(path.join(data, 'PG_VERSION'))) throw error; // else another Retoma process made it first
  }
}

/**
 * The authentication arguments of initdb. No other user can enter the folder of a Unix socket. On Windows PostgreSQL listens on TCP, which
 * every local user can reach, and requires a password (INV5).
 */
export function authentication(home: string, isTcp = onWindows): string[] {
  if (!isTcp) return ['-A', 'trust'];
  password(home, ownerRole);
  return ['-A', 'scram-sha-256', `--pwfile=${passwordFile(home, ownerRole)}`];
}

const passwordFile = (home: string, role: string): string =>
  path.join(home, role === ownerRole ? 'postgres-password' : `postgres-password-${role}`);

/** A role's password, made once; only this user can read its file. */
const password = (home: string, role: string): string =>
  storedSecret(passwordFile(home, role), () => randomBytes(24).toString('base64url'));

/** The connection string of a Retoma process. */
export function connectionStringOf(
  home: string,
  at: { port: number; socketDir: string },
  role = ownerRole,
  isTcp = onWindows,
): string {
  const login = isTcp ? `${role}:${password(home, role)}` : role;
  const host = isTcp ? '127.0.0.1' : encodeURIComponent(at.socketDir);
  return `postgresql://${login}@/postgres?host=${host}&port=${at.port}`;
}

async function openHandle(native: string, home: string, { port, socketDir }: Started['at']): Promise<Started> {
  const at = { port, socketDir };
  const connectionString = connectionStringOf(home, at);
  await ensureServiceRole(connectionString, home);
  const stop = async (): Promise<void> => {
    if (await othersConnected(connectionString)) return;
    await run(executable(native, 'pg_ctl'), ['-D', path.join(home, 'data'), '-m', 'fast', '-w', '-t', '30', 'stop']);
  };
  return { connectionString, serviceConnectionString: connectionStringOf(home, at, serviceRole), home, at, stop };
}

/** Creates the service's role if it is missing. Another Retoma process may create it at the same time. */
const ensureServiceRole = (connectionString: string, home: string): Promise<void> =>
  withClient({ connectionString, connectionTimeoutMillis: 10_000 }, async (client) => {
    const text = 'select from pg_roles where rolname = $1';
    if (await affectsOne(client, { text, values: [serviceRole] })) return;
    const login = onWindows ? `login password ${escapeLiteral(password(home, serviceRole))}` : 'login';
    await client.query(`create role ${serviceRole} ${login}`).catch((error: { code?: string }) => {
      if (error.code !== '42710' && error.code !== '23505') throw error;
    });
  });

/** Whether other processes are connected. A server that does not answer may have connections; one that is not running has none. */
const othersConnected = (connectionString: string): Promise<boolean> =>
  withClient({ connectionString, connectionTimeoutMillis: 10_000 }, (client) =>
    queryOneValue<boolean>(client, {
      text: `select count(*) > 0 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    }),
  ).catch(({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ECONNREFUSED');

function serverSettings(socketDir: string, port: number, { disposable = false, settings = {} }: Options): string {
  const quoted = onWindows ? `"${socketDir}"` : `'${socketDir.replaceAll("'", String.raw`'\''`)}'`;
  const where = onWindows
    ? [`-p ${port}`, '-h 127.0.0.1']
    : [`-p ${port}`, `-c listen_addresses=''`, `-k ${quoted}`, '-c unix_socket_permissions=0700'];
  const size = ['-c shared_buffers=256MB', '-c max_wal_size=2GB', '-c max_connections=120'];
  // PostgreSQL aborts statements of clients that disconnected: otherwise abandoned slow queries pile up. Not on Windows.
  const leaving = onWindows ? [] : ['-c client_connection_check_interval=1s'];
  const careless = disposable ? ['-F', '-c synchronous_commit=off', '-c full_page_writes=off'] : [];
  const more = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return [...where, ...size, ...leaving, ...careless, ...more].join(' ');
}

/** The folder to use. As root, it must be where the user `nobody` can enter, so not below /root. */
const reachableFolder = (wanted: string): string =>
  identity.uid !== undefined && !everyoneMayEnter(path.dirname(wanted))
    ? path.join('/var/lib/retoma', shortHash(wanted))
    : wanted;

/** Creates the folder, for the user of PostgreSQL. */
function makeFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true });
  if (identity.uid !== undefined) fs.chownSync(folder, identity.uid, identity.gid!);
}

function everyoneMayEnter(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) && (fs.statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** The path of a Unix socket is limited to about 100 bytes; a longer one is replaced by a short folder among the temporary files. */
function socketFolder(home: string): string {
  if (Buffer.byteLength(path.join(home, '.s.PGSQL.5432')) <= 100) return home;
  const short = path.join(os.tmpdir(), `retoma-${shortHash(home)}`);
  fs.mkdirSync(short, { recursive: true, mode: 0o700 });
  if (identity.uid !== undefined) fs.chownSync(short, identity.uid, identity.gid!);
  return short;
}
