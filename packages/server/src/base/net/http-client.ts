// The only HTTP client for URLs that a merchant or a provider gave.
//
// INV1. No socket is opened to an address that is not public. Resolved addresses are checked when the connection is made, so a name that
//     resolves differently after a check (DNS rebinding) gains nothing.
// INV2. The result of a call shows whether the request may have been sent: `unsent` only if nothing was written.
// INV3. Redirects are followed here, and checked like the first URL. A request with a body is repeated only on 307 and 308. To another
//     origin no header is sent that could be a credential.
// INV4. Over plain http a request has no body and no header that could be a credential, unless private addresses are allowed.
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './address-policy.ts';
import { lookupPublic } from './public-lookup.ts';

/** A call. `body` is sent unchanged; the client sets content-length and host. Missing limits have defaults. */
export type OutgoingCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal: AbortSignal;
  readonly limits?: Partial<OutgoingLimits>;
  /** Whether the first response counts as it is: a redirect is not followed, a longer body is cut. Absent: false. */
  readonly answersOnce?: boolean;
};

/** `timeoutMs`: of the whole call, including redirects. `answerBytes`: the longest body of a response. */
export type OutgoingLimits = { readonly timeoutMs: number; readonly answerBytes: number };

/** Why a request was not sent: the URL is invalid or forbidden, or its server is unreachable. */
export type Unsent =
  | 'INVALID_URL'
  | 'INVALID_HEADER'
  | 'PRIVATE_ADDRESS'
  | 'NO_ENCRYPTION'
  | 'UNSAFE_REDIRECT'
  | 'TOO_MANY_REDIRECTS'
  | 'UNTRUSTED_CERTIFICATE'
  | 'UNKNOWN_HOST'
  | 'UNREACHABLE';

/** Why the outcome of a request that may have been sent is unknown. */
export type Uncertain = 'TIMEOUT' | 'CONNECTION_LOST' | 'ANSWER_TOO_LONG';

/** The result of a call. `headers`: names in lower case, the last value of each; `url`: the one that responded. */
export type HttpResult =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly body: Buffer;
      readonly url: string;
    }
  | { readonly outcome: 'unsent'; readonly reason: Unsent }
  | { readonly outcome: 'uncertain'; readonly reason: Uncertain };

/** Calls a URL. Never throws because of the network or the server. */
export type CallOut = (call: OutgoingCall) => Promise<HttpResult>;

/** `allowPrivate`: for development and tests with local servers. */
export type OutgoingOptions = { readonly allowPrivate: boolean };

const defaults: OutgoingLimits = { timeoutMs: 20_000, answerBytes: 1024 * 1024 };
const maxRedirects = 3;

/**
 * Idle connections are closed earlier than usual servers do it (5 s): the outcome of a request on a connection that the server is closing
 * would be unknown.
 */
const keepAlive = { keepAlive: true, timeout: 3_000, maxFreeSockets: 32, scheduling: 'lifo' } as const;

/** Creates the HTTP client. It keeps connections for later calls; they do not keep the process alive. */
export function openOutgoing(options: OutgoingOptions): CallOut {
  const agents = { 'http:': new http.Agent(keepAlive), 'https:': new https.Agent(keepAlive) };
  return async ({ limits, signal, answersOnce = false, ...call }) => {
    const { timeoutMs, answerBytes } = { ...defaults, ...limits };
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    let now = call;
    for (let redirects = 0; ; redirects++) {
      const allowed = checkCall(now, options);
      if (typeof allowed === 'string') {
        return { outcome: 'unsent', reason: redirects === 0 ? allowed : unsafe(allowed) };
      }
      const httpResult = await request(allowed, agents[allowed.url.protocol as 'http:'], now, {
        ends,
        answerBytes,
        cuts: answersOnce,
        options,
      });
      const next = httpResult.outcome === 'answered' && !answersOnce ? redirected(now, httpResult) : undefined;
      if (!next) return httpResult;
      if (redirects === maxRedirects) return { outcome: 'unsent', reason: 'TOO_MANY_REDIRECTS' };
      now = next;
    }
  };
}

type Call = Omit<OutgoingCall, 'limits' | 'signal' | 'answersOnce'>;
type AllowedCall = { readonly url: URL; readonly headers: OutgoingHttpHeaders };
type Bounds = {
  readonly ends: AbortSignal;
  readonly answerBytes: number;
  readonly cuts: boolean;
  readonly options: OutgoingOptions;
};

const unsafe = (reason: Unsent): Unsent => (reason === 'INVALID_URL' ? 'UNSAFE_REDIRECT' : reason);

/** Headers of the transport; only the client sets them. */
const carriage =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*|accept-encoding)$/i;

/** The URL and headers of a call, or why it is refused. Its host name is checked when it is resolved. */
function checkCall(
  { url: address, headers = {}, body }: Call,
  { allowPrivate }: OutgoingOptions,
): AllowedCall | Unsent {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return 'INVALID_URL';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !allowPrivate && !isPublicAddress(host)) return 'PRIVATE_ADDRESS';
  if (url.protocol === 'http:' && !allowPrivate && holdsSecret(headers, body)) return 'NO_ENCRYPTION';
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) || !/^[\t -~]*$/.test(value) || carriage.test(name)) {
      return 'INVALID_HEADER';
    }
  }
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return { url, headers: { ...headers, ...length, 'accept-encoding': 'identity' } };
}

/** Whether more than a URL is sent: a body, or a header that may be a credential (INV4). */
const holdsSecret = (headers: object, body: unknown): boolean =>
  body !== undefined || Object.keys(headers).some((name) => !harmless.has(name.toLowerCase()));

/** One request with its complete response. */
function request(
  { url, headers }: AllowedCall,
  agent: http.Agent,
  { method, body }: Call,
  { ends, answerBytes, cuts, options }: Bounds,
): Promise<HttpResult> {
  return new Promise((resolve) => {
    let left = false;
    const lost = (error: NodeJS.ErrnoException): void => {
      if (!left) resolve({ outcome: 'unsent', reason: unsentBecause(error) });
      else resolve({ outcome: 'uncertain', reason: ends.aborted ? 'TIMEOUT' : 'CONNECTION_LOST' });
    };
    const { request: open } = url.protocol === 'https:' ? https : http;
    const outgoing = open(url, {
      method,
      headers,
      agent,
      signal: ends,
      ...(!options.allowPrivate && { lookup: lookupPublic }),
    });
    outgoing.on('error', lost);
    outgoing.on('socket', (socket) => {
      // Data written before the connection is established is still in this process (INV2).
      if (!socket.connecting) left = true;
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (left = true));
    });
    outgoing.on('response', (answer) => {
      const took = async (): Promise<HttpResult> => {
        const read = await readBody(answer, answerBytes, cuts);
        if (Buffer.isBuffer(read)) return answered(url, answer, read);
        return { outcome: 'uncertain', reason: ends.aborted ? 'TIMEOUT' : read };
      };
      resolve(took());
    });
    outgoing.end(body);
  });
}

function answered(url: URL, { statusCode = 0, headers }: IncomingMessage, body: Buffer): HttpResult {
  const last = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]);
  const flat = Object.fromEntries(last) as Record<string, string | undefined>;
  return { outcome: 'answered', status: statusCode, headers: flat, body, url: url.href };
}

async function readBody(answer: IncomingMessage, maxBytes: number, cuts: boolean): Promise<Buffer | Uncertain> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) {
        answer.destroy();
        return cuts ? Buffer.concat([...parts, part]).subarray(0, maxBytes) : 'ANSWER_TOO_LONG';
      }
      parts.push(part);
    }
  } catch {
    return 'CONNECTION_LOST';
  }
  return Buffer.concat(parts);
}

function unsentBecause({ code = '' }: NodeJS.ErrnoException): Unsent {
  if (code === 'PRIVATE_ADDRESS') return code;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'UNKNOWN_HOST';
  return /CERT|SIGNATURE|ISSUER|ALTNAME/.test(code) ? 'UNTRUSTED_CERTIFICATE' : 'UNREACHABLE';
}

/** Headers that may be sent to another origin: none of them can be a credential. */
const harmless: ReadonlySet<string> = new Set(['accept', 'content-type', 'user-agent']);

/** The next call of a redirect (INV3); undefined if the response is not a redirect. */
function redirected(call: Call, answer: HttpResult & { outcome: 'answered' }): Call | undefined {
  const { location } = answer.headers;
  const again = answer.status === 307 || answer.status === 308;
  const switchesToGet = again || (call.method === 'GET' && [301, 302, 303].includes(answer.status));
  if (!switchesToGet || location === undefined) return undefined;
  const from = new URL(answer.url);
  const to = URL.parse(location, from);
  // An invalid URL, another protocol, or https to http: `checkCall` refuses the empty URL.
  const isSafe = to && /^https?:$/.test(to.protocol) && !(from.protocol === 'https:' && to.protocol === 'http:');
  const headers = Object.entries(call.headers ?? {}).filter(
    ([name]) => to?.origin === from.origin || harmless.has(name.toLowerCase()),
  );
  return { ...call, url: isSafe ? to.href : '', headers: Object.fromEntries(headers) };
}
