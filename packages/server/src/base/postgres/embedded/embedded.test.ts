import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { assertOwnFolder, ownCopy } from './binaries.ts';
import { authentication, connectionStringOf, startEmbedded, type EmbeddedPostgres } from './embedded.ts';
import { isPostgres, readPostmaster } from './postmaster.ts';

const folders: string[] = [];
function newFolder(name = 'postgres'): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-embedded-'));
  folders.push(folder);
  return path.join(folder, name);
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function ask<T>(postgres: EmbeddedPostgres, sql: string): Promise<T> {
  const client = new Client({ connectionString: postgres.connectionString });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<Record<string, T>>(sql);
  await client.end();
  return Object.values(rows[0] ?? {})[0]!;
}

async function remove(postgres: EmbeddedPostgres): Promise<void> {
  await postgres.stop();
  rmSync(postgres.home, { recursive: true, force: true });
}

const alive = (pid: number): boolean => {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
};

/** A backend without its postmaster exits, so it may no longer exist. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe('embedded PostgreSQL', () => {
  test('[CHK24] programs in a folder that others own or can write to are not executed', () => {
    const folder = newFolder();
    expect(() => assertOwnFolder(folder)).not.toThrow();
    mkdirSync(folder, { mode: 0o700 });
    expect(() => assertOwnFolder(folder)).not.toThrow();
    chmodSync(folder, 0o777);
    expect(() => assertOwnFolder(folder)).toThrow('belongs to another user');
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    expect(() => assertOwnFolder(link)).toThrow('belongs to another user');
    if (process.getuid?.() !== 0) return;
    chmodSync(folder, 0o700);
    chownSync(folder, 65_534, 65_534);
    expect(() => assertOwnFolder(folder)).toThrow('belongs to another user');
  });

  test('[CHK24] a copy of the programs that another user prepared is not executed', () => {
    const [base, native] = [newFolder('copy'), newFolder('native')];
    mkdirSync(path.join(native, 'bin'), { recursive: true });
    writeFileSync(path.join(native, 'bin/pg_ctl'), 'ours');
    mkdirSync(path.join(base, 'native/bin'), { recursive: true });
    writeFileSync(path.join(base, 'native/bin/pg_ctl'), 'of another user');
    chmodSync(base, 0o777);
    expect(() => ownCopy(native, base)).toThrow('belongs to another user');
    rmSync(base, { recursive: true });
    expect(readFileSync(path.join(ownCopy(native, base), 'bin/pg_ctl'), 'utf8')).toBe('ours');
  });

  test('[INV4] on TCP it requires a password, which is created once and readable only by its owner', async () => {
    const home = newFolder();
    const folder = path.join(home, 'data');
    const [, method, file] = authentication(home, true);
    expect([method, file]).toEqual(['scram-sha-256', `--pwfile=${path.join(home, 'postgres-password')}`]);
    expect(statSync(path.join(home, 'postgres-password')).mode & 0o077).toBe(0);
    const at = { port: 5432, socketDir: folder };
    const login = connectionStringOf(home, at, undefined, true);
    expect(login).toMatch(/^postgresql:\/\/retoma_owner:[\w-]{32}@\/postgres\?host=127\.0\.0\.1&port=5432$/);
    expect(connectionStringOf(home, at, undefined, true)).toBe(login);
    const service = connectionStringOf(home, at, 'retoma', true);
    expect(service).toMatch(/^postgresql:\/\/retoma:[\w-]{32}@\//);
    expect(service.slice(20, 40)).not.toBe(login.slice(26, 46));
    expect(statSync(path.join(home, 'postgres-password-retoma')).mode & 0o077).toBe(0);
    expect(connectionStringOf(home, at, undefined, false)).toContain('//retoma_owner@/');
  });

  test('[I2, I3] a second process uses the same server, and the last process stops it', async () => {
    const folder = newFolder();
    const first = await startEmbedded(folder);
    const { pid } = readPostmaster(path.join(first.home, 'data'))!;
    const second = await startEmbedded(folder);
    expect(second.connectionString).toBe(first.connectionString);
    const { serviceConnectionString } = first;
    expect(second.serviceConnectionString).toBe(serviceConnectionString);
    const asService = { ...first, connectionString: serviceConnectionString };
    expect(
      await ask(asService, 'select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = user'),
    ).toBe(false);
    const connected = new Client({ connectionString: first.connectionString });
    connected.on('error', () => {});
    await connected.connect();
    await second.stop();
    expect(alive(pid)).toBe(true);
    await connected.end();
    await expect.poll(async () => (await first.stop(), alive(pid))).toBe(false);
    rmSync(first.home, { recursive: true, force: true });
  });

  test('[CHK24] killed by kill -9 while processes use it, it is started again once, at the same address', async () => {
    const folder = newFolder();
    const both = [await startEmbedded(folder), await startEmbedded(folder)] as const;
    await ask(both[0], 'create table kept as select 42 as answer');
    const data = path.join(both[0].home, 'data');
    for (let time = 0; time < 2; time++) {
      const { pid } = readPostmaster(data)!;
      killNow(pid);
      const answer = () => ask(both[1], 'select answer from kept').catch(() => undefined);
      await expect.poll(answer, { timeout: 60_000 }).toBe(42);
      expect(readPostmaster(data)!.pid).not.toBe(pid);
    }
    await both[0].stop();
    await remove(both[1]);
    expect(readPostmaster(data)).toBeUndefined();
  });

  test('data survives kill -9 of every process, and stale files do not prevent the next start', async () => {
    const folder = newFolder();
    const before = await startEmbedded(folder);
    await ask(before, 'create table kept as select 42 as answer');
    const { pid } = readPostmaster(path.join(before.home, 'data'))!;
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .map(Number);
    for (const each of [pid, ...children]) killNow(each);
    await expect.poll(() => [pid, ...children].some(isPostgres)).toBe(false);
    const after = await startEmbedded(folder);
    expect(await ask(after, 'select answer from kept')).toBe(42);
    await before.stop();
    await remove(after);
  });

  test('a server that is dying is not adopted, although its socket still accepts connections', async () => {
    const folder = newFolder();
    const before = await startEmbedded(folder);
    const { pid } = readPostmaster(path.join(before.home, 'data'))!;
    process.kill(pid, 'SIGSTOP');
    const starting = startEmbedded(folder);
    await setTimeout(500);
    killNow(pid);
    expect(await ask(await starting, 'select 1 as one')).toBe(1);
    await before.stop();
    await remove(await starting);
  });

  test('a copy of its folder while it is stopped is a backup: it starts in another folder with all data', async () => {
    const [folder, copied] = [newFolder(), newFolder()];
    // PostgreSQL can enter the parent folders; started as root, it runs as another user.
    for (const each of [folder, copied]) chmodSync(path.dirname(each), 0o755);
    const before = await startEmbedded(folder);
    await ask(before, 'create table kept as select 42 as answer');
    await before.stop();
    execFileSync('cp', ['-a', before.home, copied]);
    const after = await startEmbedded(copied);
    expect(await ask(after, 'select answer from kept')).toBe(42);
    await remove(after);
    rmSync(before.home, { recursive: true, force: true });
  });

  test('a postmaster.pid with the id of another live process is ignored', async () => {
    const folder = newFolder();
    const before = await startEmbedded(folder);
    const data = path.join(before.home, 'data');
    const pidFile = readFileSync(path.join(data, 'postmaster.pid'), 'utf8');
    await before.stop();
    writeFileSync(path.join(data, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)));
    const after = await startEmbedded(folder);
    expect(await ask(after, 'select 1 as one')).toBe(1);
    await remove(after);
  });

  test('two concurrent starts share one server', async () => {
    const folder = newFolder();
    const both = await Promise.all([startEmbedded(folder), startEmbedded(folder)]);
    expect(new Set(both.map(({ connectionString }) => connectionString)).size).toBe(1);
    await both[0].stop();
    await remove(both[1]);
  });

  test('a folder with a path that is too long for a socket works', async () => {
    const postgres = await startEmbedded(newFolder('deep/'.repeat(24) + 'postgres'));
    expect(await ask(postgres, 'select 1 as one')).toBe(1);
    await remove(postgres);
  });
});
