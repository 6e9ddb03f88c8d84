// A server of the version that this machine's pg_dump reads: Debian installs only the tools, and the server from npm is newer.
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { identity, run } from '../../../packages/server/src/base/postgres/embedded/binaries.ts';

/** A temporary server; its files are removed when it stops. `address`: that of one of its databases. */
export type OtherPostgres = { readonly address: (database: string) => string; readonly stop: () => Promise<void> };

/** Debian's server of a version, unpacked into a cache folder; returns its bin folder, undefined if unavailable. Downloaded once. */
export function fetchServer(major: number): string | undefined {
  // PostgreSQL refuses to run as root, and the user `nobody` cannot read private folders.
  const cached = path.join('/var/tmp', `retoma-postgresql-${major}`);
  const bin = path.join(cached, 'usr/lib/postgresql', String(major), 'bin');
  if (existsSync(path.join(bin, 'postgres'))) return bin;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-postgresql-'));
  try {
    execFileSync('apt-get', ['download', `postgresql-${major}`], { cwd: folder, stdio: 'ignore' });
    const [file = ''] = readdirSync(folder);
    execFileSync('dpkg', ['-x', path.join(folder, file), path.join(folder, 'unpacked')]);
    rmSync(cached, { recursive: true, force: true });
    execFileSync('cp', ['-r', path.join(folder, 'unpacked'), `${cached}-${process.pid}`]);
    renameSync(`${cached}-${process.pid}`, cached);
    return bin;
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the server, durable, on its own socket. */
export async function startOther(bin: string): Promise<OtherPostgres> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-other-'));
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid!);
  const data = path.join(folder, 'data');
  const control = async (name: string, ...args: string[]): Promise<void> => {
    const { code, output } = await run(path.join(bin, name), args);
    if (code !== 0) throw new Error(`${name} failed:\n${output}`);
  };
  await control('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  const settings = `-c listen_addresses='' -k '${folder}' -c max_connections=100`;
  await control('pg_ctl', '-D', data, '-l', path.join(folder, 'log'), '-w', '-o', settings, 'start');
  return {
    address: (database) => `postgresql://postgres@/${database}?host=${encodeURIComponent(folder)}&port=5432`,
    async stop() {
      await control('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
