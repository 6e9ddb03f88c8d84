import { call, isFields, isHttpUrl, isText, type CallOptions } from './request.ts';
import { randomKey, signCart } from './signatures.ts';
import type { Cart, CartReport, Checkout, CheckoutCreated, CheckoutRequest } from './types.ts';

/** Options of the client. */
export type RetomaOptions = CallOptions & {
  /** The store's key that creates checkouts, unchanged. It may be in a page. */
  apiKey?: string | undefined;
  /** The address of the service: `https://pay.example.com`. */
  baseUrl: string;
  /** For servers only: signs every cart, and makes all other calls. */
  secretKey?: string | undefined;
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

/** Options of a call. */
export type RequestOptions = Pick<CreateOptions, 'idempotencyKey' | 'signal'>;

/** What a call sends. */
type Sent = RequestOptions & { query?: object; body?: object };

/** Creates and reads checkouts. Each call takes effect once, however many attempts it needs. */
export class CheckoutClient {
  readonly #options: RetomaOptions;
  readonly #baseUrl: string;

  constructor(options: RetomaOptions) {
    const { apiKey, baseUrl, secretKey } = options;
    if (!apiKey && !secretKey) throw new TypeError('apiKey or secretKey is required');
    if (!isHttpUrl(baseUrl)) throw new TypeError('baseUrl must be an http or https URL');
    if (secretKey && typeof document === 'object') {
      throw new TypeError('secretKey must not be used in a page: anyone could sign prices with it');
    }
    this.#options = options;
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
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
    const { apiKey = '', secretKey } = this.#options;
    const signature = options.signature ?? (secretKey && (await signCart(body, secretKey)));
    const headers = headersOf(apiKey, options.idempotencyKey ?? randomKey());
    if (signature) headers.set('x-cart-signature', signature);
    const url = `${this.#baseUrl}/stores/external/checkout`;
    const created = await call(url, { method: 'POST', headers, body }, isCreated, this.#options, options.signal);
    const { checkoutId, checkoutUrl, storeId, cartToken, warnings } = created;
    return { checkoutId, checkoutUrl, storeId, cartToken, warnings: Array.isArray(warnings) ? warnings : [] };
  }

  /**
   * Reports the cart as it is now, and the contact that its shopper left and agreed to be reached at. Without items it is forgotten. The
   * request outlives the page.
   */
  async reportCart(report: CartReport, options: RequestOptions = {}): Promise<void> {
    const body = JSON.stringify(report);
    const { apiKey = '', secretKey = apiKey } = this.#options;
    const headers = headersOf(secretKey, options.idempotencyKey ?? randomKey());
    // Browsers refuse larger bodies of requests that outlive their page.
    const keepalive = body.length < 20_000;
    const url = `${this.#baseUrl}/stores/external/cart`;
    await call(url, { method: 'POST', headers, body, keepalive }, isDone, this.#options, options.signal);
  }

  /** Reads a checkout, so that a server can confirm it before shipping. Needs the secret key. */
  readCheckout(checkoutId: string, options: RequestOptions = {}): Promise<Checkout> {
    return this.request('GET', `/stores/external/checkout/${encodeURIComponent(checkoutId)}`, options);
  }

  /** Calls the API with the secret key, or with the other one if there is none. Returns the response's members. */
  protected async request<T>(method: string, path: string, { query, body, ...options }: Sent = {}): Promise<T> {
    const { apiKey = '', secretKey = apiKey } = this.#options;
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
    const search =
      given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
    const key = method === 'POST' ? (options.idempotencyKey ?? randomKey()) : undefined;
    const init: RequestInit = { method, headers: headersOf(secretKey, key) };
    if (method === 'POST') init.body = JSON.stringify(body ?? {});
    const { success: _, ...answer } = await call(
      this.#baseUrl + path + search,
      init,
      isDone,
      this.#options,
      options.signal,
    );
    return answer as T;
  }
}

function headersOf(apiKey: string, idempotencyKey?: string): Headers {
  const headers = new Headers({ 'x-api-key': apiKey });
  if (idempotencyKey === undefined) return headers;
  headers.set('content-type', 'application/json');
  headers.set('idempotency-key', idempotencyKey);
  return headers;
}

const isDone = (body: unknown): body is Record<string, unknown> => isFields(body) && body.success === true;

// Only members in use are checked: a page navigates to checkoutUrl, so it must be an http address.
const isCreated = (body: unknown): body is CheckoutCreated =>
  isDone(body) && isHttpUrl(body.checkoutUrl) && [body.checkoutId, body.storeId, body.cartToken].every(isText);
