// Makes e-mails in a thread of their own, so that no text of a store or shopper delays the requests of others.
//
// INV1. The thread does one job at a time; the others wait, and each store has its turn.
// INV2. A thread that ends or does not answer in time is replaced. Only the job that it was doing fails.
// INV3. The memory of the thread is limited: its heap, its young generation, and that of the MJML compiler, which is WebAssembly. An MJML
//       text that exceeds it is not compiled again.
import { createHash } from 'node:crypto';
import v8 from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { DraftedMail, ThreadProblem } from '../mail.ts';
import { JobQueue } from './job-queue.ts';
import type { Compiled, Encoded, MailAnswer, MailEncoding, MailJob, MailMessage } from './jobs.ts';

/** The options of a thread. `begin`: starts it, which may take `startMs`; each job may then take `timeoutMs`. */
export type MailThreadOptions = {
  readonly timeoutMs?: number;
  readonly startMs?: number;
  readonly begin?: () => Worker;
};

type QueuedJob = { readonly job: MailJob; readonly done: (answer: MailAnswer | NotDone) => void };
type NotDone = { readonly ok: false; readonly reason: ThreadProblem };

/** The memory of a thread, in MiB. A container that runs the service has several times as much. */
const memory = { oldGeneration: 64, youngGeneration: 8, compilerPages: 768 } as const;

/** The number of MJML texts that are remembered as too large. */
const refusedLimit = 1_000;

function beginWorker(): Worker {
  // These flags have precedence over the thread's own limits, and a worker's process starts with large ones. They are read when a thread
  // begins, so the process keeps its own.
  v8.setFlagsFromString(`--min-semi-space-size=1`);
  v8.setFlagsFromString(`--max-semi-space-size=${memory.youngGeneration}`);
  v8.setFlagsFromString(`--wasm-max-mem-pages=${memory.compilerPages}`);
  const resourceLimits = { maxOldGenerationSizeMb: memory.oldGeneration };
  return new Worker(new URL('./mail-worker.ts', import.meta.url), { resourceLimits });
}

/** A thread that makes e-mails. It starts on first use; while it is idle it does not keep the process alive. */
export class MailThread {
  readonly #timeoutMs: number;
  readonly #startMs: number;
  readonly #begin: () => Worker;
  readonly #queue = new JobQueue<QueuedJob>();
  /** Hashes of the MJML texts that exceeded the memory (INV3). */
  readonly #refused = new Set<string>();
  #worker: Worker | null = null;
  #busy = false;

  constructor({ timeoutMs = 5_000, startMs = 10_000, begin = beginWorker }: MailThreadOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#startMs = startMs;
    this.#begin = begin;
  }

  /** Compiles MJML to HTML. */
  compile(storeId: string, text: string): Promise<Compiled> {
    return this.#do<Compiled>(storeId, { task: 'compile', text });
  }

  /** Drafts the e-mail of a message. */
  draft(storeId: string, message: MailMessage): Promise<DraftedMail> {
    return this.#do<DraftedMail>(storeId, { task: 'draft', message });
  }

  /** Encodes an e-mail as MIME, signed if there is a key. */
  encode(storeId: string, encoding: MailEncoding): Promise<Encoded> {
    return this.#do<Encoded>(storeId, { task: 'encode', encoding });
  }

  #do<Answer extends MailAnswer>(storeId: string, job: MailJob): Promise<Answer | NotDone> {
    const text = mjmlOf(job);
    const key = text === undefined ? undefined : createHash('sha256').update(text).digest('base64');
    if (key !== undefined && this.#refused.has(key)) return Promise.resolve({ ok: false, reason: 'EMAIL_TOO_LARGE' });
    return new Promise((resolve) => {
      const done: QueuedJob['done'] = (answer) => {
        if (key !== undefined && !answer.ok && answer.reason === 'EMAIL_TOO_LARGE') this.#refuse(key);
        // The worker answers each task with its own type.
        resolve(answer as Answer | NotDone);
      };
      this.#queue.push(storeId, { job, done });
      this.#next();
    });
  }

  #refuse(key: string): void {
    this.#refused.add(key);
    const [oldest] = this.#refused;
    if (this.#refused.size > refusedLimit) this.#refused.delete(oldest!);
  }

  /** Gives the thread its next job (INV1). */
  #next(): void {
    if (this.#busy) return;
    const waiting = this.#queue.shift();
    if (!waiting) {
      this.#worker?.unref();
      return;
    }
    this.#busy = true;
    const maxMs = this.#timeoutMs + (this.#worker ? 0 : this.#startMs);
    const worker = (this.#worker ??= this.#begin());
    worker.ref();
    let isOver = false;
    const finish = (answer: MailAnswer | NotDone, over: boolean): void => {
      isOver = true;
      clearTimeout(timer);
      worker.off('message', answered).off('error', broken).off('exit', broken);
      if (over) {
        this.#worker = null;
        worker.on('error', () => {});
        void worker.terminate();
      }
      this.#busy = false;
      waiting.done(answer);
      this.#next();
    };
    // After a pause of the process timers fire before messages are read, although the answer is there.
    const timer = setTimeout(
      () => setImmediate(() => !isOver && finish({ ok: false, reason: 'EMAIL_TIMEOUT' }, true)),
      maxMs,
    );
    const answered = (answer: MailAnswer): void => finish(answer, false);
    // The job exceeded the thread's memory and would do so again (INV3).
    const broken = (): void => finish({ ok: false, reason: 'EMAIL_TOO_LARGE' }, true);
    worker.on('message', answered).on('error', broken).on('exit', broken);
    worker.postMessage(waiting.job, []);
  }

  /** Ends the thread. The promises of waiting jobs never resolve. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#queue.clear();
    await worker?.terminate();
  }
}

/** The MJML that a job compiles. */
function mjmlOf(job: MailJob): string | undefined {
  if (job.task === 'compile') return job.text;
  return job.task === 'draft' ? job.message.mjml?.template : undefined;
}
