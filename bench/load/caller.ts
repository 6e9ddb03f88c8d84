import http from 'node:http';

/** The outcome of a request. `status`: three digits, or the reason why there is none: `refused`, `broken`, `timeout`. */
export type CallResult = { readonly status: string; readonly body: string };

/** A request; `form` and `json` are its body. */
export type Call = {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: string;
  readonly form?: Readonly<Record<string, string>>;
};

/** The timeout of a request, in milliseconds. */
const timeoutMs = 15_000;

/** Calls the API processes in turn. If one refuses the connection the next one is called, as a load balancer would. */
export class Caller {
  readonly #baseUrls: readonly URL[];
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 256 });
  #turn = 0;

  constructor(baseUrls: readonly string[]) {
    this.#baseUrls = baseUrls.map((url) => new URL(url));
  }

  async call(call: Call): Promise<CallResult> {
    let answer: CallResult = { status: 'refused', body: '' };
    for (let tries = 0; tries < this.#baseUrls.length && answer.status === 'refused'; tries++) {
      answer = await this.#ask(this.#baseUrls[this.#turn++ % this.#baseUrls.length]!, call);
    }
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask({ hostname, port }: URL, { path, headers = {}, json, form }: Call): Promise<CallResult> {
    const body = form ? new URLSearchParams(form).toString() : json;
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    return new Promise((resolve) => {
      const request = http.request(
        {
          agent: this.#agent,
          hostname,
          port,
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            ...headers,
            ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
          },
          signal: AbortSignal.timeout(timeoutMs),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => resolve({ status: 'broken', body: '' }));
          response.on('end', () =>
            resolve({ status: String(response.statusCode), body: Buffer.concat(chunks).toString() }),
          );
        },
      );
      request.on('error', (error: NodeJS.ErrnoException) => resolve({ status: reasonOf(error), body: '' }));
      request.end(body);
    });
  }
}

function reasonOf({ code, name }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return 'refused';
  return name === 'AbortError' || name === 'TimeoutError' ? 'timeout' : 'broken';
}
