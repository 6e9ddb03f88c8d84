import type { Delay } from './job.ts';

/**
 * An engine that can do the job: event → send → durable delay → send → over. It is started in a process of its own
 * (host.ts), whose family is what is measured; child processes of it belong to that family.
 */
export type Runner = {
  name: string;
  /** Makes or finds its tables and starts its workers; resolves when they are ready to work. */
  start(connectionString: string, delay: Delay): Promise<void>;
  /** Hands in the events numbered `from` up to `from + count`, at most 1,000; resolves when they are durable. */
  submit(from: number, count: number): Promise<void>;
  /** Resolves when `count` runs have, since the start, made their first send and stored their delay. */
  waitParked(count: number): Promise<void>;
  /** Resolves when `count` runs are over since the start. */
  waitDone(count: number): Promise<void>;
  /** The lateness of the second send of each run whose delay has ended since the start, in milliseconds. */
  lateness(): Promise<number[]>;
  /** Bytes of JavaScript heap after a garbage collection, of all processes that work. */
  heap(): Promise<number>;
  stop(): Promise<void>;
};

/** Heap of this process after a garbage collection, in bytes. Throws unless Node runs with --expose-gc. */
export async function heapAfterCollection(): Promise<number> {
  if (!globalThis.gc) throw new Error('run with --expose-gc');
  await globalThis.gc({ type: 'major', execution: 'async' });
  await globalThis.gc({ type: 'major', execution: 'async' });
  return process.memoryUsage().heapUsed;
}
