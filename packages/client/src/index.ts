// The whole SDK. It has no runtime imports, so that a browser can load this one file as it is, less its types.
import type { Cart, Checkout, CheckoutCreated, CheckoutRequest, ErrorCode, Issue } from './types.ts';

export type * from './types.ts';

/** How to reach the service. */
export type RetomaOptions = {
  /** The store's key, copied as it is: `rtm_live_…` creates checkouts and may sit in a page; `rtm_secret_…` may not. */
  apiKey: string;
  /** Where the service runs: `https://pay.example.com`. */
  baseUrl: string;
  /** On a server only: signs every cart, and reads checkouts. */
  secretKey?: string | undefined;
  /** Milliseconds that one attempt may take: 10,000 where absent. */
  timeout?: number | undefined;
  /** Attempts after the first: 2 where absent. */
  retries?: number | undefined;
  /** Used in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
};

/** Options of `createCheckout`. */
export type CreateOptions = {
  /** Repeat it to repeat the same checkout, even after a reload; made anew for each call where absent. */
  idempotencyKey?: string | undefined;
  /** What your server's `signCart` made of this body, where it is a page that sends the body. */
  signature?: string | undefined;
  /** Ends the call at once, waits and retries included; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** Why a call failed. `message` is in English and meant for developers; choose your words for shoppers by `code`. */
export class RetomaError extends Error {
  override readonly name = 'RetomaError';
  /** A later service may return a code that is not listed here. */
  readonly code: ErrorCode | (string & {});
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** With INVALID_PAYLOAD: every violation, the first 100. */
  readonly issues: readonly Issue[];
  /** Identifies the request in questions to the operator. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another call, where the service said so. */
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

/** Creates checkouts. Each call makes exactly one, however often it has to try. */
export class Retoma {
  readonly #options: RetomaOptions;
  readonly #url: string;

  constructor(options: RetomaOptions) {
    const { apiKey, baseUrl, secretKey } = options;
    if (!apiKey) throw new TypeError('apiKey is missing');
    if (!isHttpUrl(baseUrl)) throw new TypeError('baseUrl must be an http or https address');
    if (secretKey && typeof document === 'object') {
      throw new TypeError('secretKey does not belong in a page: any reader of the page can sign a price');
    }
    this.#options = options;
    this.#url = `${baseUrl.replace(/\/+$/, '')}/stores/external/checkout`;
  }

  /**
   * Creates one checkout from a cart, or from a whole request. A string is sent byte for byte: the JSON that your server
   * signed. Rejects with a RetomaError.
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

  /** Reads a checkout back, so that a server can confirm it before it ships. Needs the secret key. */
  async readCheckout(checkoutId: string, options: { signal?: AbortSignal | undefined } = {}): Promise<Checkout> {
    const headers = new Headers({ 'x-api-key': this.#options.secretKey ?? this.#options.apiKey });
    const url = `${this.#url}/${encodeURIComponent(checkoutId)}`;
    const { success: _, ...checkout } = await this.#call(url, { headers }, isCheckout, options.signal);
    return checkout;
  }

  /** Retries until a response is final. Every attempt carries the same Idempotency-Key, so that none makes a second checkout. */
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
              : new RetomaError('NETWORK_ERROR', 'No answer could be read', { cause }),
          ),
        );
        return setTimeout(() => reject(new RetomaError('TIMEOUT', `No answer within ${timeout} ms`)), timeout);
      });
    } finally {
      controller.abort(); // frees the connection of an aborted attempt; has no effect on a finished one
    }
  }
}

/**
 * The value of `x-cart-signature` for a body: `sha256=` and the hex HMAC-SHA-256 of its UTF-8 bytes under the secret key.
 * For servers. What is sent must be this very text, byte for byte.
 */
export async function signCart(body: string, secretKey: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secretKey), algorithm, false, ['sign']);
  return `sha256=${hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(body))))}`;
}

type Fields = Record<string, unknown>;
type Check<T> = (body: unknown) => body is T;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isHttpUrl = (value: unknown): value is string => isText(value) && /^https?:\/\/./i.test(value);

// Only the members that are used are checked: a page navigates to checkoutUrl, so that must be an http address.
const isCreated = (body: unknown): body is CheckoutCreated =>
  isFields(body) &&
  body.success === true &&
  isHttpUrl(body.checkoutUrl) &&
  [body.checkoutId, body.storeId, body.cartToken].every(isText);
const isCheckout = (body: unknown): body is Checkout & { success: true } => isCreated(body) && 'state' in body;

/** The body of a successful response, or a RetomaError for anything else: a refusal, a proxy's HTML, an empty body. */
function read<T>({ ok, status, headers }: Response, text: string, isExpected: Check<T>): T {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The check of the shape below reports the error.
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

/** Retry-After is a number of seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

const passing = new Set([429, 500, 502, 503, 504]);
/** The longest wait a shopper accepts; the error has the time the service requested. */
const longestRetryAfter = 30;

/** Milliseconds to wait before the next attempt; undefined if another attempt would not help. */
function waitAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof RetomaError)) return undefined;
  const { code, status, retryAfter = 0 } = error;
  const mayPass = /^(NETWORK_ERROR|TIMEOUT|IDEMPOTENCY_IN_PROGRESS)$/.test(code) || passing.has(status);
  if (!mayPass || retryAfter > longestRetryAfter) return undefined;
  // Half of the wait is random, so that callers who failed together do not come back together.
  return retryAfter * 1000 + Math.min(8000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** A promise that also rejects, at once, when `signal` is aborted. `start` returns the timer to clear when it is settled. */
async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T) => void, reject: (reason: unknown) => void) => ReturnType<typeof setTimeout>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      // Browsers before 2022 give no reason.
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

/** 128 random bits. Not crypto.randomUUID, which pages on plain http lack. */
const randomKey = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));
