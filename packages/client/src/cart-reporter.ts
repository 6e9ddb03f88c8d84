import type { CheckoutClient } from './checkout-client.ts';
import { randomKey } from './signatures.ts';
import type { Cart, CartReport, Customer } from './types.ts';

/** Options of a reporter. */
export type CartReporterOptions = {
  /** Whether the shopper agreed to messages about the cart; asked before every report. */
  consent: () => boolean;
  /** How long the cart must be unchanged before it is reported, in milliseconds; by default 1,000. */
  delay?: number | undefined;
};

const storageKey = 'retoma-cart';
/** A cart is abandoned once, so one that is older than this, in milliseconds, is another cart. */
const longestMs = 7 * 24 * 60 * 60_000;

/**
 * Reports the cart of a page and its shopper's contact as they change: only with consent, and once an e-mail or a phone is complete. A report
 * that fails disturbs nothing; the next change reports again.
 */
export class CartReporter {
  readonly #retoma: CheckoutClient;
  readonly #options: CartReporterOptions;
  readonly #customer: Customer = {};
  #cart: Partial<Cart> = {};
  #url: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reported = '';

  constructor(retoma: CheckoutClient, options: CartReporterOptions) {
    this.#retoma = retoma;
    this.#options = options;
    addEventListener('pagehide', () => this.#timer !== undefined && this.#report());
  }

  /** The cart as it is now. `url`: where the shopper resumes the purchase; by default this page. */
  update(cart: Cart, url: string = location.href): void {
    this.#cart = cart;
    this.#url = url;
    this.#changed();
  }

  /** The contact of the shopper, as far as it is known. */
  contact(customer: Customer): void {
    Object.assign(this.#customer, customer);
    this.#changed();
  }

  /** Reads a field of the page whenever the shopper has changed it. */
  watch(field: HTMLInputElement, member: 'name' | 'email' | 'phone'): void {
    const read = (): void => this.contact({ [member]: field.value.trim() });
    field.addEventListener('change', read);
    if (field.value) read();
  }

  /** The shopper emptied the cart or bought it: what was reported is forgotten, and the next cart is another one. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const token = stored();
    this.#cart = {};
    this.#reported = '';
    if (token) void this.#send({ cart: { token, items: [] }, consent: true });
    store(null);
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#report(), this.#options.delay ?? 1000);
  }

  #report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { items, ...cart } = this.#cart;
    if (!items?.length || !isComplete(this.#customer) || !this.#options.consent()) return;
    const token = cart.token ?? stored() ?? `${Date.now()}_${randomKey()}`;
    store(token);
    const report: CartReport = { cart: { ...cart, items, token }, customer: this.#customer, consent: true };
    if (this.#url !== undefined) report.url = this.#url;
    const text = JSON.stringify(report);
    if (text === this.#reported) return;
    this.#reported = text;
    void this.#send(report);
  }

  async #send(report: CartReport): Promise<void> {
    try {
      await this.#retoma.reportCart(report);
    } catch {
      this.#reported = '';
    }
  }
}

const isComplete = ({ email, phone }: Customer): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email ?? '') || (phone ?? '').replace(/\D/g, '').length >= 10;

/** The token of the cart in this browser, which begins with the instant at which it was made; null: there is none, or the browser stores nothing. */
function stored(): string | null {
  try {
    const token = localStorage.getItem(storageKey);
    return token !== null && Date.now() - parseInt(token) > longestMs ? null : token;
  } catch {
    return null;
  }
}

function store(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, token);
  } catch {
    // Private windows of some browsers store nothing; then each page has a cart of its own.
  }
}
