import type { CheckoutRequest } from '@retoma/commerce';
import type { RunRecords } from '../db/queries/events/run-records.ts';
import type { StoreProfile } from '../db/queries/stores/stores.ts';
import { payUrl } from '../links/store-url.ts';
import { fieldsIn, fieldsInText, overlay, type Fields } from './fields.ts';

/** What the data of a run needs to know beside its records. */
export type RunDataContext = {
  readonly store: { storeId: string; name: string; domain: string | null; timeZone: string } & Partial<StoreProfile>;
  /** The service's address without a trailing slash. */
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** The records of a run with their JSON read, each once and only when it is asked for. */
export class RunDataSources {
  readonly records: RunRecords;
  readonly context: RunDataContext;
  #reported: Fields | undefined;
  #request: CheckoutRequest | null | undefined;
  #captured: Fields | undefined;
  #customer: Fields | undefined;
  #shipping: Fields | undefined;
  #payment: Fields | undefined;

  constructor(records: RunRecords, context: RunDataContext) {
    this.records = records;
    this.context = context;
  }

  /** What the event said. */
  get reported(): Fields {
    return (this.#reported ??= fieldsInText(this.records.event.data));
  }

  /** What the event said of `member`. */
  reportedFields(member: string): Fields {
    return fieldsIn(this.reported[member]);
  }

  /** The request that our checkout was made from: checked before it was stored. */
  get request(): CheckoutRequest | null {
    const { checkout } = this.records;
    if (this.#request === undefined) this.#request = checkout && (JSON.parse(checkout.request) as CheckoutRequest);
    return this.#request;
  }

  /** The shopper at our checkout: what they entered there, over what the request reported of them. */
  get captured(): Fields {
    return (this.#captured ??= overlay(fieldsIn(this.request?.customer), fieldsInText(this.records.shopper?.customer)));
  }

  /** Where our checkout's order is to be sent, as the shopper entered it. */
  get address(): Fields {
    return fieldsInText(this.records.shopper?.address);
  }

  /** What is known of the browser: our checkout's, filled up from the event. */
  get browser(): Fields {
    return overlay(this.reportedFields('browser'), fieldsInText(this.records.shopper?.browser));
  }

  /** Who bought: as the order knows them now, filled up from the event and from the checkout. */
  get customer(): Fields {
    return (this.#customer ??= overlay(this.#withAddress(this.captured), this.#now('customer')));
  }

  /** The person as the event or our checkout captured them. */
  get lead(): Fields {
    return overlay(this.reportedFields('lead'), this.captured);
  }

  /** How the order is delivered, as it is now, filled up from the event; before there is one, where to. */
  get shipping(): Fields {
    return (this.#shipping ??= overlay(this.#withAddress({}), this.#now('shipping')));
  }

  /** How the order is paid, as it is now, filled up from the event. */
  get payment(): Fields {
    return (this.#payment ??= this.#now('payment'));
  }

  #withAddress(fields: Fields): Fields {
    const { address } = this;
    return Object.keys(address).length > 0 ? { ...fields, address } : fields;
  }

  #now(member: 'customer' | 'shipping' | 'payment'): Fields {
    return overlay(this.reportedFields(member), fieldsInText(this.records.order?.[member]));
  }

  /** The instant of the event where it is of this type. */
  instantOf(type: string): Date | undefined {
    const { event } = this.records;
    return event.type === type ? new Date(event.occurredAt) : undefined;
  }

  /** The link to our checkout, with a query where one is given; undefined where the checkout is not ours. */
  payLink(query = ''): string | undefined {
    const { checkout } = this.records;
    return checkout ? payUrl(this.context.store, this.context.baseUrl, checkout.checkoutId) + query : undefined;
  }

  /** The link to the checkout: ours, else the one that the event reported. */
  get checkoutLink(): unknown {
    return this.payLink() ?? this.reportedFields('checkout')['url'] ?? this.reportedFields('cart')['url'];
  }

  /** The link that takes a shopper back to the cart: ours, else the one that the event reported. */
  get resumeLink(): unknown {
    return this.payLink('?recover=1') ?? this.reportedFields('cart')['url'] ?? this.reportedFields('checkout')['url'];
  }
}
