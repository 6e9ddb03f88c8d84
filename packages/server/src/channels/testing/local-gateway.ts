import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostileEcho } from '../../testing/log-scan.ts';
import { objectIn, type Json } from '../json.ts';

/** A request as the local server of a provider got it. `path` without the query. */
export type GatewayRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly json: Json;
  readonly body: string;
};

/** What it answers. */
export type GatewayAnswer = {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * How a local server behaves from now on. `is silent`: it takes every request, a trial too, and answers none. `echoes`: it refuses each,
 * and repeats keys and people (`hostileEcho`) wherever a provider may look for a reason.
 */
export type Behaviour = 'takes' | 'refuses' | 'limits' | 'is away' | 'hangs up' | 'stalls' | 'is silent' | 'echoes';

/** A provider's protocol, as its documents have it. */
export type Protocol = {
  /** What is said to who does not show the right credentials; null: they are right. */
  denied(request: GatewayRequest): GatewayAnswer | null;
  /** The answer to a trial of the connection; null: the request is none. */
  trial(request: GatewayRequest, phone: LentPhone): GatewayAnswer | null;
  /** What is wrong with a message; null: nothing. */
  problem(request: GatewayRequest): string | null;
  accepted(id: string, request: GatewayRequest): GatewayAnswer;
  invalid(problem: string): GatewayAnswer;
  /** The number cannot receive. */
  refused: GatewayAnswer;
  limited: GatewayAnswer;
  away: GatewayAnswer;
};

/** The phone that is paired with an account: what read this code, or undefined. A test removes it and brings it back. */
export type LentPhone = { isPaired: boolean; codes: number };

/** A picture that is a QR code as far as tests look: a PNG of one pixel. */
export const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A server of this machine that speaks a provider's protocol over real HTTP. */
export type LocalGateway = {
  readonly url: string;
  /** The messages it took, oldest first. */
  readonly received: GatewayRequest[];
  readonly behave: (behaviour: Behaviour) => void;
  /** The phone of the account, there from the start. */
  readonly phone: LentPhone;
  /** Resolves when a request arrives that it does not answer. */
  readonly stalled: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Everything that was sent, and what should not be said, under every name that a provider reads a reason from. */
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

/** Starts it on a free port. */
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
  const server = createServer((request, response) => {
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

/** Members that a body lacks or has of another type; null: none. */
export function missing(json: Json, members: Readonly<Record<string, 'string' | 'object' | 'boolean'>>): string | null {
  const wrong = Object.entries(members).find(([name, type]) => typeof json[name] !== type || json[name] === '');
  return wrong ? `${wrong[0]} must be ${wrong[1]}` : null;
}
