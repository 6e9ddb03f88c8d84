import { cleanEmail, readPhone, type CheckoutRequest } from '@retoma/commerce';
import type { RunRecords } from '../engine/queries/run-records.ts';
import type { StoreProfile } from '../../stores/queries/stores.ts';
import { payUrl } from '../../base/links/store-url.ts';
import { fieldsIn, fieldsInText, overlay, type Fields, textIn } from './fields.ts';

/** The context of a run's data besides its records. */
export type RunDataContext = {
  readonly store: { storeId: string; name: string; domain: string | null; timeZone: string } & Partial<StoreProfile>;
  /** The service's address without a trailing slash. */
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** The records of a run with parsed JSON; each is parsed once, on first use. */
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

  /** The data of the event. */
  get reported(): Fields {
    return (this.#reported ??= fieldsInText(this.records.event.data));
  }

  /** The object `member` of the event's data. */
  reportedFields(member: string): Fields {
    return fieldsIn(this.reported[member]);
  }

  /** The request of Retoma's checkout. It was validated before it was stored. */
  get request(): CheckoutRequest | null {
    const { checkout } = this.records;
    if (this.#request === undefined) this.#request = checkout && (JSON.parse(checkout.request) as CheckoutRequest);
    return this.#request;
  }

  /**
   * The shopper of Retoma's checkout: the data entered on the page, over that of the request. COM24: nothing, if another shopper placed the
   * order, who must not read them in a message.
   */
  get captured(): Fields {
    const { shopper, order } = this.records;
    const entered = overlay(fieldsIn(this.request?.customer), fieldsInText(shopper?.customer));
    return (this.#captured ??= isAnotherPerson(entered, fieldsInText(order?.customer)) ? {} : entered);
  }

  /** The shipping address that the shopper entered at Retoma's checkout. */
  get address(): Fields {
    const { shopper, order } = this.records;
    const isAnother = isAnotherPerson(fieldsInText(shopper?.customer), fieldsInText(order?.customer));
    return isAnother ? {} : fieldsInText(shopper?.address);
  }

  /** The browser of Retoma's checkout, completed by the event. */
  get browser(): Fields {
    return overlay(this.reportedFields('browser'), fieldsInText(this.records.shopper?.browser));
  }

  /** The buyer: the order's current customer, completed by the event and the checkout. */
  get customer(): Fields {
    return (this.#customer ??= overlay(this.#withAddress(this.captured), this.#now('customer')));
  }

  /** The person that the event or Retoma's checkout captured. */
  get lead(): Fields {
    return overlay(this.reportedFields('lead'), this.captured);
  }

  /** The current shipping of the order, completed by the event; before there is an order, only the address. */
  get shipping(): Fields {
    return (this.#shipping ??= overlay(this.#withAddress({}), this.#now('shipping')));
  }

  /** The current payment of the order, completed by the event. */
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

  /** The instant of the event if it has this type. */
  instantOf(type: string): Date | undefined {
    const { event } = this.records;
    return event.type === type ? new Date(event.occurredAt) : undefined;
  }

  /** The link to Retoma's checkout with an optional query; undefined if there is none. */
  payLink(query = ''): string | undefined {
    const { checkout } = this.records;
    return checkout ? payUrl(this.context.store, this.context.baseUrl, checkout.checkoutId) + query : undefined;
  }

  /** The link to Retoma's checkout, else the one in the event. */
  get checkoutLink(): unknown {
    return this.payLink() ?? this.reportedFields('checkout')['url'] ?? this.reportedFields('cart')['url'];
  }

  /** The link back to the cart: Retoma's, else the one in the event. */
  get resumeLink(): unknown {
    return this.payLink('?recover=1') ?? this.reportedFields('cart')['url'] ?? this.reportedFields('checkout')['url'];
  }
}

/** Whether two people have another e-mail address or another phone; a contact that one of them lacks says nothing. */
function isAnotherPerson(one: Fields, other: Fields): boolean {
  const email = ({ email }: Fields): string => cleanEmail(textIn(email)).toLowerCase();
  // Of a Brazilian number the last 8 digits, however it is written.
  const phone = ({ phone }: Fields): string => (readPhone(textIn(phone))?.digits ?? '').slice(-8);
  return [email, phone].some((of) => of(one) !== '' && of(other) !== '' && of(one) !== of(other));
}
