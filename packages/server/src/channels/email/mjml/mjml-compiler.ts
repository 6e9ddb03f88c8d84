// Compiles MJML to HTML, each text once, in a separate thread.
//
// INV1. The thread compiles one text at a time; the others wait in the queue, in order.
// INV2. A thread that ends or does not respond in time is replaced. Only the text that it was compiling fails.
// INV3. The cache holds the result of each text for all messages; a text whose compilation timed out is compiled again.
import { Worker } from 'node:worker_threads';
import type { Compiled } from './mjml-worker.ts';

/** The result of compiling a text; `MJML_TIMEOUT`: not known yet. */
export type CompileResult = Compiled | { readonly ok: false; readonly reason: 'MJML_TIMEOUT' };

/** Compiles an MJML text to HTML. */
export type CompileMjml = (text: string) => Promise<CompileResult>;

/**
 * The options of a compiler. `cacheChars`: the size of the cache, in characters of texts and HTML. `worker`: starts a thread, which may take
 * `startMs`; each text may then take `timeoutMs`.
 */
export type MjmlCompilerOptions = {
  readonly cacheChars?: number;
  readonly timeoutMs?: number;
  readonly startMs?: number;
  readonly worker?: () => Worker;
};

type Job = { readonly text: string; readonly done: (result: CompileResult) => void };

const beginWorker = (): Worker =>
  new Worker(new URL('./mjml-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 128 } });

/** A compiler with a cache. It starts its thread on first use; an idle thread does not keep the process alive. */
export class MjmlCompiler {
  readonly #cacheChars: number;
  readonly #timeoutMs: number;
  readonly #startMs: number;
  readonly #begin: () => Worker;
  /** Least recently used first. The key is the text itself, since hashes may collide. */
  readonly #cache = new Map<string, Promise<CompileResult>>();
  readonly #sizes = new Map<string, number>();
  #chars = 0;
  #compiled = 0;
  readonly #queue: Job[] = [];
  #worker: Worker | null = null;
  #busy = false;

  constructor({
    cacheChars = 32_000_000,
    timeoutMs = 5_000,
    startMs = 10_000,
    worker = beginWorker,
  }: MjmlCompilerOptions = {}) {
    this.#cacheChars = cacheChars;
    this.#timeoutMs = timeoutMs;
    this.#startMs = startMs;
    this.#begin = worker;
  }

  /** The number of texts that were sent to the thread. */
  get compiled(): number {
    return this.#compiled;
  }

  /** Compiles a text, or returns its cached result. */
  readonly compile: CompileMjml = (text) => {
    const known = this.#cache.get(text);
    if (known) {
      this.#cache.delete(text);
      this.#cache.set(text, known);
      return known;
    }
    const result = new Promise<CompileResult>((done) => this.#queue.push({ text, done }));
    this.#cache.set(text, result);
    void result.then((compiled) => this.#keep(text, compiled));
    this.#next();
    return result;
  };

  /** Counts the size of a result, and evicts the least recently used ones beyond the bound (INV3). */
  #keep(text: string, compiled: CompileResult): void {
    if (!compiled.ok && compiled.reason === 'MJML_TIMEOUT') {
      this.#cache.delete(text);
      return;
    }
    const size = text.length + (compiled.ok ? compiled.html.length : 0);
    this.#sizes.set(text, size);
    this.#chars += size;
    for (const oldest of this.#cache.keys()) {
      if (this.#chars <= this.#cacheChars) return;
      const freed = this.#sizes.get(oldest);
      if (freed === undefined) continue; // not compiled yet
      this.#cache.delete(oldest);
      this.#sizes.delete(oldest);
      this.#chars -= freed;
    }
  }

  /** Sends the next text to the thread (INV1). */
  #next(): void {
    if (this.#busy) return;
    const job = this.#queue.shift();
    if (!job) {
      this.#worker?.unref();
      return;
    }
    this.#busy = true;
    this.#compiled++;
    const maxMs = this.#timeoutMs + (this.#worker ? 0 : this.#startMs);
    const worker = (this.#worker ??= this.#begin());
    worker.ref();
    let isOver = false;
    const finish = (result: CompileResult, over: boolean): void => {
      isOver = true;
      clearTimeout(timer);
      worker.off('message', answered).off('error', broken).off('exit', broken);
      if (over) {
        this.#worker = null;
        worker.on('error', () => {});
        void worker.terminate();
      }
      this.#busy = false;
      job.done(result);
      this.#next();
    };
    // After a pause of the process timers fire before messages are read, although the result is there.
    const timer = setTimeout(
      () => setImmediate(() => !isOver && finish({ ok: false, reason: 'MJML_TIMEOUT' }, true)),
      maxMs,
    );
    const answered = (result: Compiled): void => finish(result, false);
    // The text exceeded the thread's memory limit and would do so again: it is not retried (INV2).
    const broken = (): void => finish({ ok: false, reason: 'MJML_INVALID' }, true);
    worker.on('message', answered).on('error', broken).on('exit', broken);
    worker.postMessage(job.text, []);
  }

  /** Ends the thread. The promises of queued texts never resolve. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#queue.length = 0;
    await worker?.terminate();
  }
}
