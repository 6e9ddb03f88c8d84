// What the data folder of an embedded PostgreSQL is before a start, and why a start failed. Nothing here changes a file.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseRefused } from '../refusals.ts';
import { identity, onWindows } from './binaries.ts';

/** The files without which a folder is no database; a start names them only by chance. */
const neededFiles = ['PG_VERSION', path.join('global', 'pg_control'), 'postgresql.conf', 'pg_hba.conf'];

/**
 * Whether a data folder holds a database; false: there is none, and one may be made. Throws DatabaseRefused if it holds something else, or
 * a database that PostgreSQL, as the user that runs it, cannot open.
 */
export function hasDatabase(data: string): boolean {
  const names = readFolder(data);
  if (names.length === 0) return false;
  const missing = neededFiles.find((file) => !exists(path.join(data, file)));
  if (missing !== undefined) throw new DatabaseRefused('NO_DATA_FOLDER', { folder: data, missing });
  return true;
}

/** Throws DatabaseRefused if another user made a folder: PostgreSQL opens none but its own user's. */
function assertOwner(folder: string): void {
  const wanted = identity.uid ?? process.getuid?.();
  const found = fs.statSync(folder, { throwIfNoEntry: false })?.uid;
  if (onWindows || wanted === undefined || found === undefined || found === wanted) return;
  const home = path.dirname(path.dirname(folder));
  throw new DatabaseRefused('DATA_OF_OTHER_USER', { folder, home, owner: nameOf(found), user: nameOf(wanted) });
}

function readFolder(data: string): string[] {
  try {
    assertOwner(data);
    return fs.readdirSync(data);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw explainFileError(error);
  }
}

function exists(file: string): boolean {
  try {
    return fs.statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw explainFileError(error);
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

function thisUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.()); // a user without a name, as in containers
  }
}

const noAccess = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ELOOP', 'EIO']);
const noSpace = new Set(['ENOSPC', 'EDQUOT']);

/** The refusal behind an error of a file, or the error itself. */
export function explainFileError(error: unknown): unknown {
  const { code = '', path: file = '' } = error as NodeJS.ErrnoException;
  if (noSpace.has(code)) return new DatabaseRefused('DISK_FULL', { folder: file }, error);
  if (!noAccess.has(code) || file === '') return error;
  return new DatabaseRefused('NO_ACCESS', { folder: file, reason: code, user: thisUser() }, error);
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
export function explainStart({ data, output, log, address, version }: FailedStart): DatabaseRefused {
  const found = readVersion(data);
  if (found !== undefined && found !== version)
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
