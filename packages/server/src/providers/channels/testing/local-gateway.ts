import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostileEcho } from '../../../testing/log-scan.ts';
import { objectIn, type Json } from '../json.ts';

/** A request that the local server received. `path` without the query. */
export type GatewayRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly json: Json;
  readonly body: string;
};

/** The server's response. */
export type GatewayAnswer = {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * The behaviour of a local server. `is silent`: it accepts every request, including connection tests, and responds to none. `echoes`: it
 * refuses every request and repeats keys and personal data (`hostileEcho`) in every member that a provider may read a reason from.
 */
export type Behaviour = 'takes' | 'refuses' | 'limits' | 'is away' | 'hangs up' | 'stalls' | 'is silent' | 'echoes';

/** A provider's protocol, from its documentation. */
export type Protocol = {
  /** The response to wrong credentials; null: they are right. */
  denied(request: GatewayRequest): GatewayAnswer | null;
  /** The response to a connection test or pairing request; null: it is another request. */
  trial(request: GatewayRequest, phone: LentPhone): GatewayAnswer | null;
  /** The error in a message; null: it is valid. */
  problem(request: GatewayRequest): string | null;
  accepted(id: string, request: GatewayRequest): GatewayAnswer;
  invalid(problem: string): GatewayAnswer;
  /** The number cannot receive. */
  refused: GatewayAnswer;
  limited: GatewayAnswer;
  away: GatewayAnswer;
};

/** The phone of an account, which tests pair and unpair. `codes`: how many QR codes were requested. */
export type LentPhone = { isPaired: boolean; codes: number };

/** The QR code of tests: a PNG of one pixel. */
export const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A local server that implements a provider's protocol over HTTP. */
export type LocalGateway = {
  readonly url: string;
  /** The accepted messages, oldest first. */
  readonly received: GatewayRequest[];
  readonly behave: (behaviour: Behaviour) => void;
  /** The phone of the account; it is paired at first. */
  readonly phone: LentPhone;
  /** Resolves when a request arrives that gets no response. */
  readonly stalled: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** The request and hostile texts, in every member that a provider adapter reads a reason from. */
function echoOf({ headers, body }: GatewayRequest): object {
  const text = `${hostileEcho} ${JSON.stringify(headers)} ${body}`;
  const names = [
    'message',
    'code',
    'title',
    'detail',
    'details',
    'description',
    'reason',
    'status',
    'type',
    'error_data',
  ];
  const members = Object.fromEntries(names.map((name) => [name, text]));
  return { ...members, error: { ...members, errors: [members] }, errors: [members], response: { message: [text] } };
}

/** Starts a local server on a free port. */
export async function startLocalGateway(protocol: Protocol): Promise<LocalGateway> {
  let behaviour: Behaviour = 'takes';
  let onStall = (): void => {};
  const received: GatewayRequest[] = [];
  const phone: LentPhone = { isPaired: true, codes: 0 };
  const answerTo = (request: GatewayRequest): GatewayAnswer | null => {
    if (behaviour === 'is silent') return null;
    if (behaviour === 'echoes') return { status: 400, json: echoOf(request) };
    const first = protocol.denied(request) ?? protocol.trial(request, phone);
    if (first) return first;
    const problem = protocol.problem(request);
    if (problem !== null) return protocol.invalid(problem);
    if (behaviour === 'refuses') return protocol.refused;
    if (behaviour === 'limits') return protocol.limited;
    if (behaviour === 'is away') return protocol.away;
    received.push(request);
    return behaviour === 'takes' ? protocol.accepted(`ID-${received.length}`, request) : null;
  };
  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const body = Buffer.concat(parts).toString('utf8');
      const { method = '', headers } = request;
      const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
      const json = objectIn(body === '' || isForm ? {} : JSON.parse(body));
      const answer = answerTo({ method, path: pathname, query: searchParams, headers, json, body });
      if (!answer) {
        if (behaviour === 'hangs up') request.socket.destroy();
        else onStall();
        return;
      }
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(JSON.stringify(answer.json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    phone,
    behave: (next) => (behaviour = next),
    stalled: () => new Promise((resolve) => (onStall = resolve)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The first member that a body lacks or that has another type; null: none. */
export function missing(json: Json, members: Readonly<Record<string, 'string' | 'object' | 'boolean'>>): string | null {
  const wrong = Object.entries(members).find(([name, type]) => typeof json[name] !== type || json[name] === '');
  return wrong ? `${wrong[0]} must be ${wrong[1]}` : null;
}
