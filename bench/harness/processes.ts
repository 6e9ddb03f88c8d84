import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LoadOptions, LoadReport } from './load.ts';

const here = import.meta.dirname;

/** A server under measurement. It prints a line of JSON with its `port` or `baseUrl` once it listens. */
export type Server = {
  pid: number;
  port: number;
  printed: Record<string, unknown>;
  child: ChildProcess;
  stop: () => Promise<void>;
};

/** Starts a script of this repository with this Node and waits for its line of JSON. */
export function startServer(script: string, args: readonly string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [path.resolve(here, '../..', script), ...args], {
    stdio: ['ignore', 'pipe', process.env['BENCH_DEBUG'] ? 'inherit' : 'ignore'],
    // The test runner sets BASE_URL itself; an empty value counts as absent.
    env: { ...process.env, BASE_URL: '', ...env },
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes('\n')) return;
      const printed = JSON.parse(text.slice(0, text.indexOf('\n'))) as Record<string, unknown>;
      const port = Number(printed['port'] ?? new URL(String(printed['baseUrl'])).port);
      resolve({ pid: child.pid!, port, printed, child, stop: () => stop(child) });
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Runs the load in its own process. `stop` ends it before its time. */
export function startLoad(options: LoadOptions): { report: Promise<LoadReport>; stop: () => void } {
  const args = [path.join(here, 'load.ts'), JSON.stringify(options)];
  const running = promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 });
  return {
    report: running.then(({ stdout }) => JSON.parse(stdout) as LoadReport),
    stop: () => void running.child.kill('SIGTERM'),
  };
}

/** Runs the load in its own process for all of its time. */
export const runLoad = (options: LoadOptions): Promise<LoadReport> => startLoad(options).report;

const ticksPerSecond = 100;

/** CPU seconds that a process has used, including its ended children. */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return 0;
  }
}

/** Pids of a process and its live children, such as a postmaster with its backends. */
export function family(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(pid);
      } catch {
        return false;
      }
    });
  return [pid, ...children.map(Number)];
}

/**
 * Kills a postmaster and every backend at once with kill -9. The postmaster is stopped first: a backend that it starts meanwhile would
 * survive with the shared memory, wait for locks forever, and prevent a restart.
 */
export function killFamily(postmaster: number): void {
  process.kill(postmaster, 'SIGSTOP');
  for (const pid of family(postmaster)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // the process ended between listing and killing
    }
  }
}

/** CPU seconds used by all processes of the machine since its start. */
export function cpuOfMachine(): number {
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user! + nice! + system! + irq! + softirq!) / ticksPerSecond;
}

/** The median of numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
