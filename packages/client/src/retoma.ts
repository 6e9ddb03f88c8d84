// Written by `npm run write-docs` from the contract of the API.
import { CheckoutClient, type RequestOptions } from './checkout-client.ts';
import type {
  EventTaken,
  ListMetatagsQuery,
  MetatagList,
  StoreEvent,
} from './contract-types.ts';

/** The client of the API: a method for each endpoint, by its name (API32). All but createCheckout need the secret key. */
export class Retoma extends CheckoutClient {
  /** Report an event. */
  ingestEvent(body: StoreEvent, options: RequestOptions = {}): Promise<EventTaken> {
    return this.request('POST', '/stores/external/events', { ...options, body });
  }

  /** List the metatags of a trigger. */
  listMetatags(query: ListMetatagsQuery, options: RequestOptions = {}): Promise<MetatagList> {
    return this.request('GET', '/automation/metatags', { ...options, query });
  }
}
