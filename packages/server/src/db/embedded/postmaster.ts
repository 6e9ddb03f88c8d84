import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { onWindows } from './binaries.ts';

/** The content of postmaster.pid: a PostgreSQL that runs, or ran, on a data folder. */
export type Postmaster = { pid: number; port: number; socketDir: string; ready: boolean };

/** Reads postmaster.pid: pid, data folder, start, port, socket folder, listen address, shared memory key, status. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = fs
      .readFileSync(path.join(data, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
    return { pid: Number(lines[0]), port: Number(lines[3]), socketDir: lines[4] ?? '', ready: lines[7] === 'ready' };
  } catch {
    return undefined;
  }
}

/** Whether the address in postmaster.pid accepts connections. */
export function answers({ port, socketDir }: Postmaster): Promise<boolean> {
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

/** Removes the files of a killed PostgreSQL that would stop a new one from starting. */
export function clearStale(data: string, { port, socketDir }: Postmaster): void {
  fs.rmSync(path.join(data, 'postmaster.pid'), { force: true });
  if (socketDir) fs.rmSync(path.join(socketDir, `.s.PGSQL.${port}.lock`), { force: true });
}
