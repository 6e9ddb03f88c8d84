// Written by `npm run write-docs` from the contract of the API.
import { CheckoutClient, type RequestOptions } from './checkout-client.ts';
import type {
  EventTaken,
  ListMetatagsQuery,
  ListOrdersQuery,
  MarkOrderPaidBody,
  MetatagList,
  OrderChanged,
  OrderFound,
  OrderPage,
  RefundOrderBody,
  StoreEvent,
  TrackOrderBody,
} from './contract-types.ts';

/** The client of the API: a method for each endpoint, by its name (API32). All but createCheckout need the secret key. */
export class Retoma extends CheckoutClient {
  /** Report an event. */
  ingestEvent(body: StoreEvent, options: RequestOptions = {}): Promise<EventTaken> {
    return this.request('POST', '/stores/external/events', { ...options, body });
  }

  /** List orders. */
  listOrders(query: ListOrdersQuery = {}, options: RequestOptions = {}): Promise<OrderPage> {
    return this.request('GET', '/stores/external/orders', { ...options, query });
  }

  /** Retrieve an order. */
  readOrder(orderId: string, options: RequestOptions = {}): Promise<OrderFound> {
    return this.request('GET', `/stores/external/orders/${encodeURIComponent(orderId)}`, options);
  }

  /** Mark an order as paid. */
  markOrderPaid(orderId: string, body: MarkOrderPaidBody = {}, options: RequestOptions = {}): Promise<OrderChanged> {
    return this.request('POST', `/stores/external/orders/${encodeURIComponent(orderId)}/paid`, { ...options, body });
  }

  /** Cancel an unpaid order. */
  cancelOrder(orderId: string, options: RequestOptions = {}): Promise<OrderChanged> {
    return this.request('POST', `/stores/external/orders/${encodeURIComponent(orderId)}/cancel`, options);
  }

  /** Refund an order or a part of it. */
  refundOrder(orderId: string, body: RefundOrderBody = {}, options: RequestOptions = {}): Promise<OrderChanged> {
    return this.request('POST', `/stores/external/orders/${encodeURIComponent(orderId)}/refund`, { ...options, body });
  }

  /** Set the tracking code of an order. */
  trackOrder(orderId: string, body: TrackOrderBody, options: RequestOptions = {}): Promise<OrderChanged> {
    return this.request('POST', `/stores/external/orders/${encodeURIComponent(orderId)}/tracking`, { ...options, body });
  }

  /** List the metatags of a trigger. */
  listMetatags(query: ListMetatagsQuery, options: RequestOptions = {}): Promise<MetatagList> {
    return this.request('GET', '/automation/metatags', { ...options, query });
  }
}
