// What the local servers of all providers share: they record requests, and fail on demand as a real one would.
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { faults, type ScriptedFailure } from '../../payments/testing/faults.ts';

/** A failure of the next request whose path contains `path`; `always`: of every such request from now on. */
type Script = { readonly failure: ScriptedFailure; readonly path: string; readonly always: boolean };

/** A local server of a freight provider. `url` has no trailing slash. */
export class FakeCarrier {
  protected readonly app: FastifyInstance = Fastify({ forceCloseConnections: true });
  readonly #happened = new EventEmitter();
  #script: Script | undefined;
  /** The requests that arrived, newest last. */
  readonly requests: { path: string; headers: FastifyRequest['headers']; body: unknown }[] = [];
  url = '';

  async start(): Promise<this> {
    this.app.addHook(
      'preHandler',
      async ({ url, headers, body }) => void this.requests.push({ path: url, headers, body }),
    );
    faults(
      this.app,
      (url) => this.#next(url),
      () => this.#happened.emit('hanging'),
    );
    this.routes();
    await this.app.listen({ host: '127.0.0.1', port: 0 });
    this.url = `http://127.0.0.1:${(this.app.server.address() as AddressInfo).port}`;
    return this;
  }

  stop = (): Promise<void> => this.app.close();

  /** Adds the routes of the provider. */
  protected routes(): void {}

  /** Makes the next request to `path` fail. */
  failNext(failure: ScriptedFailure, path = ''): void {
    this.#script = { failure, path, always: false };
  }

  /** Makes every request to `path` fail. */
  failAlways(failure: ScriptedFailure, path = ''): void {
    this.#script = { failure, path, always: true };
  }

  /** Ends the failures, and forgets the requests. */
  recover(): void {
    this.#script = undefined;
    this.requests.length = 0;
  }

  /** The bodies of the requests to a path. */
  bodies = (path: string): unknown[] => this.requests.filter((one) => one.path.includes(path)).map(({ body }) => body);

  /** Resolves once a request hangs (failure `hang`). */
  hanging = async (): Promise<void> => void (await once(this.#happened, 'hanging'));

  #next(url: string): ScriptedFailure | undefined {
    if (!this.#script || !url.includes(this.#script.path)) return undefined;
    const { failure, always } = this.#script;
    if (!always) this.#script = undefined;
    return failure;
  }
}
