// What the data folder of an embedded PostgreSQL is before a start, and why a start failed. Nothing here changes a file.
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseRefused } from '../refusals.ts';
import { identity, onWindows } from './binaries.ts';

/** The files without which a folder is not a database; a start names them only by chance. */
const neededFiles = ['PG_VERSION', path.join('global', 'pg_control'), 'postgresql.conf', 'pg_hba.conf'];

/**
 * Whether a data folder holds a database; false: there is none, and one may be made. Throws DatabaseRefused if it holds something else, or
 * a database that PostgreSQL, as the user that runs it, cannot open.
 */
export function hasDatabase(data: string): boolean {
  const names = readFolder(data);
  if (names.length === 0) return false;
  const missing = neededFiles.find((file) => !exists(data, file));
  if (missing !== undefined) throw new DatabaseRefused('NO_DATA_FOLDER', { folder: data, missing });
  return true;
}

/** Throws DatabaseRefused if another user made a data folder: PostgreSQL opens none but its own user's. */
function assertOwner(data: string): void {
  const wanted = identity.uid ?? process.getuid?.();
  const owner = fs.statSync(data, { throwIfNoEntry: false })?.uid;
  if (onWindows || wanted === undefined || owner === undefined || owner === wanted) return;
  throw refusedOwner(data, { home: path.dirname(path.dirname(data)), owner, wanted });
}

function refusedOwner(
  folder: string,
  { home, owner, wanted }: { readonly home: string; readonly owner: number; readonly wanted: number },
): DatabaseRefused {
  // What belongs to `nobody` was made by a process of root.
  const starter = owner === 65_534 ? 'root' : nameOf(owner);
  return new DatabaseRefused('DATA_OF_OTHER_USER', {
    folder,
    home,
    starter,
    owner: nameOf(owner),
    user: nameOf(wanted),
  });
}

function readFolder(data: string): string[] {
  try {
    assertOwner(data);
    return fs.readdirSync(data);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw explainFileError(error, path.dirname(data));
  }
}

function exists(data: string, name: string): boolean {
  try {
    return fs.statSync(path.join(data, name), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw explainFileError(error, path.dirname(data));
  }
}

/** The name of a user; its number if the system knows no name. */
function nameOf(uid: number): string {
  try {
    const line = fs
      .readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.split(':')[2] === String(uid));
    return line?.split(':')[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}

const noAccess = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ELOOP', 'EIO']);
const noSpace = new Set(['ENOSPC', 'EDQUOT']);

/** The refusal behind an error of a file below `home`, or the error itself. */
export function explainFileError(error: unknown, home: string): unknown {
  const { code = '', path: file = '' } = error as NodeJS.ErrnoException;
  if (file !== home && !file.startsWith(home + path.sep)) return error;
  if (noSpace.has(code)) return new DatabaseRefused('DISK_FULL', { folder: file }, error);
  if (!noAccess.has(code)) return error;
  const user = process.getuid?.();
  const owner = ownerOf(file);
  if (user !== undefined && user !== 0 && owner !== undefined && owner !== user)
    return refusedOwner(file, { home, owner, wanted: user });
  return new DatabaseRefused(
    'NO_ACCESS',
    { folder: file, reason: code, user: user === undefined ? '' : nameOf(user) },
    error,
  );
}

/** The owner of a file, or of the nearest folder above it that can be read. */
function ownerOf(file: string): number | undefined {
  for (let at = file; ; at = path.dirname(at)) {
    try {
      return fs.statSync(at).uid;
    } catch {
      if (at === path.dirname(at)) return undefined;
    }
  }
}

/** What a start of PostgreSQL wrote, and where. `output`: what it wrote to its log and its terminal since the start. */
type FailedStart = {
  readonly data: string;
  readonly output: string;
  readonly log: string;
  readonly address: string;
  /** The main version of the programs. */
  readonly version: string;
};

/** Why PostgreSQL did not open its data, as it says itself. */
export function explainFailedStart({ data, output, log, address, version }: FailedStart): DatabaseRefused {
  const found = readVersion(data);
  if (found !== undefined && /^\d+(\.\d+)?$/.test(found) && found !== version)
    return new DatabaseRefused('DATA_OF_OTHER_VERSION', { folder: data, found, needed: version });
  if (/no space left on device|disk quota exceeded/i.test(output))
    return new DatabaseRefused('DISK_FULL', { folder: data });
  if (/address already in use|lock file "[^"]*\.s\.PGSQL[^"]*" already exists/i.test(output))
    return new DatabaseRefused('ADDRESS_IN_USE', { address });
  return new DatabaseRefused('DATABASE_NOT_STARTED', { folder: data, reason: reasonIn(output), log });
}

/** The main version of the PostgreSQL that made a data folder. */
function readVersion(data: string): string | undefined {
  try {
    return fs.readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** The last message of PostgreSQL that names a cause, with its details and its hint. */
function reasonIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const at = lines.findLastIndex((line) => /\b(FATAL|PANIC|initdb: error|postgres: could not)\b/.test(line));
  const message = at < 0 ? lines.filter(Boolean).slice(-1) : lines.slice(at, at + 3);
  return message
    .filter((line, index) => index === 0 || /\b(DETAIL|HINT):/.test(line))
    .map((line) => line.replace(/^.*?\b(FATAL|PANIC|DETAIL|HINT|error):\s*/, ''))
    .join(' ')
    .replace(/\.$/, '');
}
