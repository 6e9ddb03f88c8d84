import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';

/** A request that was kept. */
export type KeptRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** What happens to requests: they reach the service, nothing answers them, or they are answered with 200 and kept. */
export type FrontMode = 'open' | 'down' | 'keeping';

/** What stands before a service that does not listen itself: requests to it are passed on, lost or kept. */
export class ServiceFront {
  mode: FrontMode = 'open';
  readonly kept: KeptRequest[] = [];
  /** How often each status was returned. */
  readonly answers = new Map<number, number>();
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));
  app: FastifyInstance | undefined;

  /** Listens on a free port of loopback; returns its address. */
  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Passes a request on to the service, whatever the mode is; returns the status. */
  async pass({ method, url, headers, body }: KeptRequest): Promise<number> {
    return (await this.#inject({ method, url, headers, body })).statusCode;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const passed = { method: request.method ?? 'GET', url: request.url ?? '/', headers: request.headers, body };
    if (this.mode === 'down') return void request.socket.destroy();
    if (this.mode === 'keeping') {
      this.kept.push(passed);
      return void response.end();
    }
    const answered = await this.#inject(passed);
    response.writeHead(answered.statusCode, answered.headers);
    response.end(answered.rawPayload);
  }

  async #inject({ method, url, headers, body }: KeptRequest) {
    const answered = await this.app!.inject({
      method: method as 'GET',
      url,
      headers,
      ...(body.length > 0 && { payload: body }),
    });
    this.answers.set(answered.statusCode, (this.answers.get(answered.statusCode) ?? 0) + 1);
    return answered;
  }
}
