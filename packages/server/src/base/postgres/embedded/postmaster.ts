import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { onWindows } from './binaries.ts';

/** The content of postmaster.pid: a PostgreSQL that runs, or ran, on a data folder. */
export type Postmaster = { pid: number; port: number; socketDir: string; memoryId: string; ready: boolean };

/** Reads postmaster.pid: pid, data folder, start, port, socket folder, listen address, shared memory key, status. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = fs
      .readFileSync(path.join(data, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
    const [pid, , , port, socketDir = '', , memory = ''] = lines;
    const memoryId = memory.split(/\s+/)[1] ?? '';
    return { pid: Number(pid), port: Number(port), socketDir, memoryId, ready: lines[7] === 'ready' };
  } catch {
    return undefined;
  }
}

/** Whether the address in postmaster.pid accepts connections. */
export function answers({ port, socketDir }: Pick<Postmaster, 'port' | 'socketDir'>): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = onWindows ? net.connect(port, '127.0.0.1') : net.connect(path.join(socketDir, `.s.PGSQL.${port}`));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Whether `pid` is a live PostgreSQL: after a kill -9 the id may belong to another program or to a zombie. */
export function isPostgres(pid: number): boolean {
  const { stdout } = onWindows
    ? spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' })
    : spawnSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout ? !stdout.trim().startsWith('Z') && /postgres/.test(stdout) : fs.existsSync(`/proc/${pid}`);
}

/**
 * Whether processes of a killed PostgreSQL still use its shared memory: a new one beside them would destroy data. Other systems than Linux
 * do not say it.
 */
export function isStillUsed({ memoryId }: Postmaster): boolean {
  if (process.platform !== 'linux' || memoryId === '') return false;
  const segments = fs.readFileSync('/proc/sysvipc/shm', 'utf8').split('\n').slice(1);
  const segment = segments.map((line) => line.trim().split(/\s+/)).find(([, id]) => id === memoryId);
  return Number(segment?.[6] ?? 0) > 0;
}

/** Removes the files of a killed PostgreSQL that would stop a new one from starting, unless a new one has started meanwhile. */
export function clearStale(data: string, { pid, port, socketDir }: Postmaster): void {
  if (readPostmaster(data)?.pid !== pid) return;
  fs.rmSync(path.join(data, 'postmaster.pid'), { force: true });
  if (socketDir) fs.rmSync(path.join(socketDir, `.s.PGSQL.${port}.lock`), { force: true });
}
