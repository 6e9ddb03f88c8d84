// The whole SDK. It has no runtime imports, so that a browser can load this one file after its types are stripped.
import type { Cart, Checkout, CheckoutCreated, CheckoutRequest, ErrorCode, Issue } from './types.ts';

export type * from './types.ts';

/** Options of the client. */
export type RetomaOptions = {
  /** The store's key, unchanged: `rtm_live_…` creates checkouts and may be in a page; `rtm_secret_…` may not. */
  apiKey: string;
  /** The address of the service: `https://pay.example.com`. */
  baseUrl: string;
  /** For servers only: signs every cart, and reads checkouts. */
  secretKey?: string | undefined;
  /** Timeout of one attempt, in milliseconds; by default 10,000. */
  timeout?: number | undefined;
  /** Number of retries after the first attempt; by default 2. */
  retries?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
};

/** Options of `createCheckout`. */
export type CreateOptions = {
  /** Repeat the same key to get the same checkout, even after a reload. By default each call makes a new key. */
  idempotencyKey?: string | undefined;
  /** The result of your server's `signCart` for this body, if a page sends the body. */
  signature?: string | undefined;
  /** Aborts the call at once, including waits and retries; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** Why a call failed. `message` is in English, for developers; choose your text for shoppers by `code`. */
export class RetomaError extends Error {
  override readonly name = 'RetomaError';
  /** Newer versions of the service may return codes that are not listed here. */
  readonly code: ErrorCode | (string & {});
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** For INVALID_PAYLOAD: the violations, at most the first 100. */
  readonly issues: readonly Issue[];
  /** The request's id; include it in questions to the operator. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another call, if the response has a Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(
    code: RetomaError['code'],
    message: string,
    details: Partial<Pick<RetomaError, 'status' | 'issues' | 'requestId' | 'retryAfter'>> & { cause?: unknown } = {},
  ) {
    super(message, details);
    this.code = code;
    this.status = details.status ?? 0;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

/** Creates checkouts. Each call creates exactly one, however many attempts it needs. */
export class Retoma {
  readonly #options: RetomaOptions;
  readonly #url: string;

  constructor(options: RetomaOptions) {
    const { apiKey, baseUrl, secretKey } = options;
    if (!apiKey) throw new TypeError('apiKey is required');
    if (!isHttpUrl(baseUrl)) throw new TypeError('baseUrl must be an http or https URL');
    if (secretKey && typeof document === 'object') {
      throw new TypeError('secretKey must not be used in a page: anyone could sign prices with it');
    }
    this.#options = options;
    this.#url = `${baseUrl.replace(/\/+$/, '')}/stores/external/checkout`;
  }

  /**
   * Creates one checkout from a cart or a whole request. A string is sent byte for byte: pass the JSON that your server signed. Rejects
   * with a RetomaError.
   */
  async createCheckout(
    request: Cart | CheckoutRequest | string,
    options: CreateOptions = {},
  ): Promise<CheckoutCreated> {
    const body =
      typeof request === 'string' ? request : JSON.stringify('cart' in request ? request : { cart: request });
    const { apiKey, secretKey } = this.#options;
    const signature = options.signature ?? (secretKey && (await signCart(body, secretKey)));
    const headers = new Headers({
      'content-type': 'application/json',
      'x-api-key': apiKey,
      'idempotency-key': options.idempotencyKey ?? randomKey(),
    });
    if (signature) headers.set('x-cart-signature', signature);
    const created = await this.#call(this.#url, { method: 'POST', headers, body }, isCreated, options.signal);
    const { checkoutId, checkoutUrl, storeId, cartToken, warnings } = created;
    return { checkoutId, checkoutUrl, storeId, cartToken, warnings: Array.isArray(warnings) ? warnings : [] };
  }

  /** Reads a checkout, so that a server can confirm it before shipping. Needs the secret key. */
  async readCheckout(checkoutId: string, options: { signal?: AbortSignal | undefined } = {}): Promise<Checkout> {
    const headers = new Headers({ 'x-api-key': this.#options.secretKey ?? this.#options.apiKey });
    const url = `${this.#url}/${encodeURIComponent(checkoutId)}`;
    const { success: _, ...checkout } = await this.#call(url, { headers }, isCheckout, options.signal);
    return checkout;
  }

  /** Retries until a response is final. Every attempt has the same Idempotency-Key, so that no attempt creates a second checkout. */
  async #call<T>(url: string, init: RequestInit, isExpected: Check<T>, signal?: AbortSignal): Promise<T> {
    const { retries = 2 } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(url, init, isExpected, signal);
      } catch (error) {
        const wait = attempt < retries ? waitAfter(error, attempt) : undefined;
        if (wait === undefined) throw error;
        await unlessAborted(signal, (resolve) => setTimeout(resolve, wait));
      }
    }
  }

  async #attempt<T>(url: string, init: RequestInit, isExpected: Check<T>, signal?: AbortSignal): Promise<T> {
    const { timeout = 10_000, fetch = globalThis.fetch } = this.#options;
    const controller = new AbortController();
    try {
      return await unlessAborted(signal, (resolve, reject) => {
        const exchange = async (): Promise<T> => {
          const response = await fetch(url, { ...init, signal: controller.signal });
          return read(response, await response.text(), isExpected);
        };
        exchange().then(resolve, (cause: unknown) =>
          reject(
            cause instanceof RetomaError
              ? cause
              : new RetomaError('NETWORK_ERROR', 'The response could not be read', { cause }),
          ),
        );
        return setTimeout(() => reject(new RetomaError('TIMEOUT', `No response within ${timeout} ms`)), timeout);
      });
    } finally {
      controller.abort(); // frees the connection of an aborted attempt; has no effect on a finished one
    }
  }
}

/**
 * The value of the header `x-cart-signature` for a body: the time in seconds, a nonce, and the hex HMAC-SHA-256 of both and the body's UTF-8
 * bytes with the secret key. It is good for 5 minutes and one checkout. For servers. The request must send exactly this body, byte for byte.
 */
export async function signCart(body: string, secretKey: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secretKey), algorithm, false, ['sign']);
  const [seconds, nonce] = [Math.floor(Date.now() / 1000), randomKey()];
  const signed = encoder.encode(`${seconds}.${nonce}.${body}`);
  return `t=${seconds},n=${nonce},v1=${hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))}`;
}

type Fields = Record<string, unknown>;
type Check<T> = (body: unknown) => body is T;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isHttpUrl = (value: unknown): value is string => isText(value) && /^https?:\/\/./i.test(value);

// Only members in use are checked: a page navigates to checkoutUrl, so it must be an http address.
const isCreated = (body: unknown): body is CheckoutCreated =>
  isFields(body) &&
  body.success === true &&
  isHttpUrl(body.checkoutUrl) &&
  [body.checkoutId, body.storeId, body.cartToken].every(isText);
const isCheckout = (body: unknown): body is Checkout & { success: true } => isCreated(body) && 'state' in body;

/** Returns the body of a successful response; throws a RetomaError for anything else: a refusal, a proxy's HTML, an empty body. */
function read<T>({ ok, status, headers }: Response, text: string, isExpected: Check<T>): T {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON: the check below reports the error.
  }
  if (ok && isExpected(body)) return body;
  const requestId = headers.get('x-request-id') ?? undefined;
  const answer = { status, requestId, retryAfter: secondsOf(headers.get('retry-after')) };
  const error = !ok && isFields(body) && isFields(body.error) ? body.error : {};
  if (!isText(error.code)) {
    const message = `Status ${status} without the documented body: is baseUrl right?`;
    throw new RetomaError('INVALID_RESPONSE', message, { ...answer, cause: text.slice(0, 200) });
  }
  const issues = isFields(error.details) && Array.isArray(error.details.issues) ? error.details.issues : [];
  const message = isText(error.message) ? error.message : error.code;
  throw new RetomaError(error.code, message, { ...answer, issues: issues.filter(isIssue) });
}

const isIssue = (value: unknown): value is Issue =>
  isFields(value) && [value.path, value.pointer, value.code, value.message].every(isText);

/** The seconds of a Retry-After header, which is a number of seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

const passing = new Set([429, 500, 502, 503, 504]);
/** The longest Retry-After that the client waits for, in seconds; after a longer one it fails, and the error has the value. */
const longestRetryAfterS = 30;

/** Milliseconds to wait before the next attempt; undefined if a retry cannot help. */
function waitAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof RetomaError)) return undefined;
  const { code, status, retryAfter = 0 } = error;
  const mayPass = /^(NETWORK_ERROR|TIMEOUT|IDEMPOTENCY_IN_PROGRESS)$/.test(code) || passing.has(status);
  if (!mayPass || retryAfter > longestRetryAfterS) return undefined;
  // Half of the wait is random, so that callers that failed together do not retry together.
  return retryAfter * 1000 + Math.min(8000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** A promise that also rejects at once when `signal` is aborted. `start` returns the timer to clear when the promise settles. */
async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T) => void, reject: (reason: unknown) => void) => ReturnType<typeof setTimeout>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      // Browsers before 2022 provide no reason.
      onAbort = () => reject(signal?.reason ?? new DOMException('The call was aborted', 'AbortError'));
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort);
      timer = start(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** 128 random bits. crypto.randomUUID is missing in pages on plain http. */
const randomKey = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));
