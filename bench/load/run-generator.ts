import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ToGenerator } from './generator.ts';
import type { Recording } from './recording.ts';
import type { Load } from './settings.ts';

const generatorFile = fileURLToPath(import.meta.resolve('./generator.ts'));

/** A running load in its own process. */
export type Generator = {
  readonly pid: number;
  /** When its first request was made, in `performance.now()` of this process. */
  readonly startedAt: number;
  /** Resolves when the last request has its response; the gateway stays open. Rejects if the process ended. */
  readonly done: Promise<void>;
  /** Stops new shoppers. */
  enough(): void;
  /** Ends the gateway and returns what was recorded. */
  stop(): Promise<Recording>;
  kill(): void;
};

/** Starts a load; resolves once its gateway listens and its first request is made. */
export async function startGenerator(load: Load): Promise<Generator> {
  const child = fork(generatorFile, [JSON.stringify(load)]);
  const [started, done, ended] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  child.on('message', (message) => (message === 'started' ? started : done).resolve());
  child.once('exit', (code, signal) => {
    const error = new Error(`the load ended with ${code ?? signal}`);
    for (const { reject } of [started, done]) reject(error);
    if (code === 0) ended.resolve();
    else ended.reject(error);
  });
  // A caller gets the rejection of a promise that it awaits; other rejections are ignored.
  for (const { promise } of [done, ended]) promise.catch(() => {});
  await started.promise;
  return {
    pid: child.pid!,
    startedAt: performance.now(),
    done: done.promise,
    enough: () => void child.send('enough' satisfies ToGenerator),
    async stop() {
      child.send('stop' satisfies ToGenerator);
      await ended.promise;
      return JSON.parse(readFileSync(load.file, 'utf8')) as Recording;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
