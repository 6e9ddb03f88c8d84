import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { executable, findBinaries } from '../../../packages/server/src/base/postgres/embedded/binaries.ts';

/** pg_dump and pg_restore of this machine: their folder and PostgreSQL's major version. */
export type BackupTools = { readonly folder: string; readonly major: number };

const debian = '/usr/lib/postgresql';

/** The newest installed tools; undefined if none are installed. */
export function findBackupTools(): BackupTools | undefined {
  const ofDebian = existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, 'bin')) : [];
  const folders = [...ofDebian, ...(process.env['PATH'] ?? '').split(path.delimiter)];
  const tools = folders.flatMap((folder) => {
    const major = existsSync(path.join(folder, 'pg_restore')) ? majorOf(path.join(folder, 'pg_dump')) : undefined;
    return major === undefined ? [] : [{ folder, major }];
  });
  return tools.toSorted((one, other) => other.major - one.major)[0];
}

/** Major version of the PostgreSQL from npm. pg_dump reads servers of its own version or an older one. */
export const embeddedMajor = async (): Promise<number> => majorOf(executable(await findBinaries(), 'postgres'))!;

/** The major version that a program prints: 15 for `pg_dump (PostgreSQL) 15.20`. */
function majorOf(file: string): number | undefined {
  try {
    return Number(/ (\d+)[.\w]/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return undefined;
  }
}
