import type { Delay } from './job.ts';

/**
 * An engine that can execute the job: event → send → durable delay → send → end. It is started in its own process (host.ts); the
 * whole process family is measured, child processes included.
 */
export type Runner = {
  name: string;
  /** Creates or finds its tables and starts its workers; resolves when they are ready. */
  start(connectionString: string, delay: Delay): Promise<void>;
  /** Submits the events numbered `from` to `from + count - 1`, at most 1,000; resolves when they are durable. */
  submit(from: number, count: number): Promise<void>;
  /** Resolves when `count` runs have made their first send and stored their delay, counted since the start. */
  waitParked(count: number): Promise<void>;
  /** Resolves when `count` runs have ended, counted since the start. */
  waitDone(count: number): Promise<void>;
  /** The lateness of each second send since the start, in milliseconds. */
  lateness(): Promise<number[]>;
  /** Bytes of JavaScript heap after a garbage collection, summed over all processes of the runner. */
  heap(): Promise<number>;
  stop(): Promise<void>;
};

/** Heap of this process after a garbage collection, in bytes. Throws without the flag --expose-gc. */
export async function heapAfterCollection(): Promise<number> {
  if (!globalThis.gc) throw new Error('run with --expose-gc');
  await globalThis.gc({ type: 'major', execution: 'async' });
  await globalThis.gc({ type: 'major', execution: 'async' });
  return process.memoryUsage().heapUsed;
}
