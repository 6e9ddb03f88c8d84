import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CrashPoint } from '../../../packages/server/src/automations/engine/engine.ts';

const workerFile = fileURLToPath(import.meta.resolve('./worker.ts'));

/** A worker process, and the crash point at which it kills itself. */
export type Worker = {
  readonly name: string;
  readonly point: CrashPoint | undefined;
  readonly child: ChildProcess;
  /** Resolves with the instant of its exit, in milliseconds. */
  readonly exited: Promise<number>;
};

/** Starts a worker and waits until it is ready. `time`: at which visit of its crash point it dies, from 1. */
export async function startWorker(
  name: string,
  env: { readonly DATABASE_URL: string; readonly PROVIDER_URL: string },
  point?: CrashPoint,
  time = 1,
): Promise<Worker> {
  const crash = point === undefined ? {} : { CRASH_POINT: point, CRASH_TIME: String(time) };
  const child = fork(workerFile, [], { env: { ...process.env, ...env, ...crash, WORKER: name } });
  const exited = new Promise<number>((resolve) => child.once('exit', () => resolve(Date.now())));
  await Promise.race([once(child, 'message'), exited]);
  if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
  return { name, point, child, exited };
}

/** Lets a worker finish its current work, and waits for its exit. */
export async function stopWorker({ child, exited }: Worker): Promise<void> {
  if (child.connected) child.disconnect();
  await exited;
}
