import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { family } from '../harness/processes.ts';
import type { HostReply, Request } from './host.ts';
import type { Runner } from './runner.ts';
import type { RunnerName } from './runners.ts';

const hostFile = fileURLToPath(import.meta.resolve('./host.ts'));

/** A runner in its own process, so that its cost is separate from the benchmark's. */
export class RunnerProcess implements Omit<Runner, 'name'> {
  readonly #child: ChildProcess;
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #ended = Promise.withResolvers<void>();
  #last = 0;

  constructor(name: RunnerName) {
    this.#child = fork(hostFile, [name], { execArgv: ['--expose-gc'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child.on('message', (answer: HostReply) => this.#take(answer));
    this.#child.once('exit', (code, signal) => {
      for (const { reject } of this.#open.values()) reject(new Error(`${name} ended with ${code ?? signal}`));
      this.#ended.resolve();
    });
  }

  /** Pids of the host and its workers. */
  get pids(): number[] {
    return family(this.#child.pid!);
  }

  start(...args: Parameters<Runner['start']>): Promise<void> {
    return this.#ask('start', args);
  }

  submit(from: number, count: number): Promise<void> {
    return this.#ask('submit', [from, count]);
  }

  waitParked(count: number): Promise<void> {
    return this.#ask('waitParked', [count]);
  }

  waitDone(count: number): Promise<void> {
    return this.#ask('waitDone', [count]);
  }

  lateness(): Promise<number[]> {
    return this.#ask('lateness', []);
  }

  heap(): Promise<number> {
    return this.#ask('heap', []);
  }

  async stop(): Promise<void> {
    await this.#ask('stop', []);
    this.#child.disconnect();
    await this.#ended.promise;
  }

  /** Kills the host and its workers with kill -9 at once. */
  async kill(): Promise<void> {
    for (const pid of this.pids) killNow(pid);
    await this.#ended.promise;
  }

  #ask<T>(method: Request['method'], args: unknown[]): Promise<T> {
    const id = ++this.#last;
    const open = Promise.withResolvers<unknown>();
    this.#open.set(id, open);
    this.#child.send({ id, method, args } satisfies Request);
    return open.promise as Promise<T>;
  }

  #take({ id, result, error }: HostReply): void {
    const open = this.#open.get(id)!;
    this.#open.delete(id);
    if (error === undefined) open.resolve(result);
    else open.reject(new Error(error));
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // the process ended between listing and killing
  }
}
