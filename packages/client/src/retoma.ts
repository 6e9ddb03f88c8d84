import { call, isFields, isHttpUrl, isText, type CallOptions } from './request.ts';
import { randomKey, signCart } from './signatures.ts';
import type { Cart, Checkout, CheckoutCreated, CheckoutRequest } from './types.ts';

/** Options of the client. */
export type RetomaOptions = CallOptions & {
  /** The store's key, unchanged: `rtm_live_…` creates checkouts and may be in a page; `rtm_secret_…` may not. */
  apiKey: string;
  /** The address of the service: `https://pay.example.com`. */
  baseUrl: string;
  /** For servers only: signs every cart, and reads checkouts. */
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
    const created = await call(this.#url, { method: 'POST', headers, body }, isCreated, this.#options, options.signal);
    const { checkoutId, checkoutUrl, storeId, cartToken, warnings } = created;
    return { checkoutId, checkoutUrl, storeId, cartToken, warnings: Array.isArray(warnings) ? warnings : [] };
  }

  /** Reads a checkout, so that a server can confirm it before shipping. Needs the secret key. */
  async readCheckout(checkoutId: string, options: { signal?: AbortSignal | undefined } = {}): Promise<Checkout> {
    const headers = new Headers({ 'x-api-key': this.#options.secretKey ?? this.#options.apiKey });
    const url = `${this.#url}/${encodeURIComponent(checkoutId)}`;
    const { success: _, ...checkout } = await call(url, { headers }, isCheckout, this.#options, options.signal);
    return checkout;
  }
}

// Only members in use are checked: a page navigates to checkoutUrl, so it must be an http address.
const isCreated = (body: unknown): body is CheckoutCreated =>
  isFields(body) &&
  body.success === true &&
  isHttpUrl(body.checkoutUrl) &&
  [body.checkoutId, body.storeId, body.cartToken].every(isText);
const isCheckout = (body: unknown): body is Checkout & { success: true } => isCreated(body) && 'state' in body;
