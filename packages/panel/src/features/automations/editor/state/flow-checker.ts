import type { CheckRequest, CheckResult } from './check-flow.ts';

/** Receives the result of a request. */
type Receive = (result: CheckResult) => void;

/** One check at a time, in another thread. A request that waits is replaced by the next one. */
export class FlowChecker {
  #worker: Worker | undefined;
  #running: { readonly request: CheckRequest; readonly receive: Receive } | undefined;
  #waiting: { readonly request: CheckRequest; readonly receive: Receive } | undefined;

  /** Checks a definition. `receive` gets the result, unless `check` or `close` was called before it. */
  check(request: CheckRequest, receive: Receive): void {
    this.#waiting = { request, receive };
    if (!this.#running) this.#next();
  }

  /** Ends the thread. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = this.#running = this.#waiting = undefined;
  }

  #next(): void {
    this.#running = this.#waiting;
    this.#waiting = undefined;
    if (!this.#running) return;
    this.#worker ??= this.#open();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have origins
    this.#worker.postMessage(this.#running.request);
  }

  #open(): Worker {
    const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<CheckResult>) => this.#answer(data));
    // The worker's file may be unavailable, for example after an update of the product: then the page checks.
    worker.addEventListener('error', () => void this.#checkHere());
    return worker;
  }

  async #checkHere(): Promise<void> {
    const { checkFlow } = await import('./check-flow.ts');
    if (this.#running) this.#answer(checkFlow(this.#running.request));
  }

  #answer(result: CheckResult): void {
    const receive = this.#running?.receive;
    this.#next();
    if (!this.#running) receive?.(result);
  }
}
