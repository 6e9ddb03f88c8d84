// What the local servers of the destinations share: failures on demand, answers that are held back, and what was received.
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { faults, type ScriptedFailure } from '../../payments/testing/faults.ts';

/** A local server. `url` has no trailing slash. */
export class LocalDestination {
  readonly app: FastifyInstance = Fastify({ forceCloseConnections: true });
  readonly #happened = new EventEmitter();
  #failures: { failure: ScriptedFailure; path: string }[] = [];
  #alwaysHangs = false;
  #gate: Promise<void> | undefined;
  /** The accepted requests, oldest first. */
  readonly received: Record<string, unknown>[] = [];
  url = '';

  async start(): Promise<this> {
    const { app } = this;
    app.addHook('onRequest', async () => {
      this.#happened.emit('request');
      await this.#gate;
    });
    faults(
      app,
      (url) => this.#nextFailure(url),
      () => this.#happened.emit('hanging'),
    );
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    this.routes(app);
    await app.listen({ host: '127.0.0.1', port: 0 });
    this.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    return this;
  }

  /** Registers the destination's protocol. */
  protected routes(_app: FastifyInstance): void {}

  stop = (): Promise<void> => this.app.close();

  /** Makes the next request whose URL contains `path` fail. */
  failNext(failure: ScriptedFailure, path = ''): void {
    this.#failures.push({ failure, path });
  }

  /** Makes every request hang, or none. */
  hangAlways(hangs: boolean): void {
    this.#alwaysHangs = hangs;
  }

  /** Holds every answer back until the returned function is called: a slow destination. */
  hold(): () => void {
    let release = (): void => {};
    this.#gate = new Promise((resolve) => (release = resolve));
    return () => {
      this.#gate = undefined;
      release();
    };
  }

  /** Resolves when the next request arrives, or hangs. */
  arrived = async (): Promise<void> => void (await once(this.#happened, 'request'));
  hanging = async (): Promise<void> => void (await once(this.#happened, 'hanging'));

  #nextFailure(url: string): ScriptedFailure | undefined {
    if (this.#alwaysHangs) return 'hang';
    const index = this.#failures.findIndex(({ path }) => url.includes(path));
    return index < 0 ? undefined : this.#failures.splice(index, 1)[0]!.failure;
  }
}
