// Written by `npm run write-docs` from the contract of the API.
import { CheckoutClient, type RequestOptions } from './checkout-client.ts';
import type {
  AdvanceTestClockBody,
  CheckoutChanged,
  CheckoutPage,
  CheckoutRequest,
  CheckoutUpdated,
  CreateWebhookBody,
  EventTaken,
  ListCheckoutsQuery,
  ListMetatagsQuery,
  ListOrdersQuery,
  ListWebhookMessagesQuery,
  MarkOrderPaidBody,
  MetatagList,
  OrderChanged,
  OrderFound,
  OrderPage,
  RefundOrderBody,
  ReplayWebhookBody,
  StoreEvent,
  TestClockAdvanced,
  TestWebhookBody,
  TrackOrderBody,
  UpdateWebhookBody,
  WebhookDeleted,
  WebhookFound,
  WebhookList,
  WebhookMessageFound,
  WebhookMessagePage,
  WebhookMessageQueued,
  WebhookReplayed,
  WebhookWithSecret,
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

  /** List checkouts. */
  listCheckouts(query: ListCheckoutsQuery = {}, options: RequestOptions = {}): Promise<CheckoutPage> {
    return this.request('GET', '/stores/external/checkouts', { ...options, query });
  }

  /** Update a checkout. */
  updateCheckout(checkoutId: string, body: CheckoutRequest, options: RequestOptions = {}): Promise<CheckoutUpdated> {
    return this.request('POST', `/stores/external/checkout/${encodeURIComponent(checkoutId)}`, { ...options, body });
  }

  /** Expire a checkout. */
  expireCheckout(checkoutId: string, options: RequestOptions = {}): Promise<CheckoutChanged> {
    return this.request('POST', `/stores/external/checkout/${encodeURIComponent(checkoutId)}/expire`, options);
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

  /** List webhooks. */
  listWebhooks(options: RequestOptions = {}): Promise<WebhookList> {
    return this.request('GET', '/stores/external/webhooks', options);
  }

  /** Create a webhook. */
  createWebhook(body: CreateWebhookBody, options: RequestOptions = {}): Promise<WebhookWithSecret> {
    return this.request('POST', '/stores/external/webhooks', { ...options, body });
  }

  /** Retrieve a webhook. */
  readWebhook(webhookId: string, options: RequestOptions = {}): Promise<WebhookFound> {
    return this.request('GET', `/stores/external/webhooks/${encodeURIComponent(webhookId)}`, options);
  }

  /** Update a webhook. */
  updateWebhook(webhookId: string, body: UpdateWebhookBody = {}, options: RequestOptions = {}): Promise<WebhookFound> {
    return this.request('POST', `/stores/external/webhooks/${encodeURIComponent(webhookId)}`, { ...options, body });
  }

  /** Delete a webhook. */
  deleteWebhook(webhookId: string, options: RequestOptions = {}): Promise<WebhookDeleted> {
    return this.request('DELETE', `/stores/external/webhooks/${encodeURIComponent(webhookId)}`, options);
  }

  /** Rotate the secret of a webhook. */
  rotateWebhookSecret(webhookId: string, options: RequestOptions = {}): Promise<WebhookWithSecret> {
    return this.request('POST', `/stores/external/webhooks/${encodeURIComponent(webhookId)}/rotate`, options);
  }

  /** Send a test. */
  testWebhook(webhookId: string, body: TestWebhookBody = {}, options: RequestOptions = {}): Promise<WebhookMessageQueued> {
    return this.request('POST', `/stores/external/webhooks/${encodeURIComponent(webhookId)}/test`, { ...options, body });
  }

  /** List the messages of a webhook. */
  listWebhookMessages(webhookId: string, query: ListWebhookMessagesQuery = {}, options: RequestOptions = {}): Promise<WebhookMessagePage> {
    return this.request('GET', `/stores/external/webhooks/${encodeURIComponent(webhookId)}/messages`, { ...options, query });
  }

  /** Retrieve a message of a webhook. */
  readWebhookMessage(webhookId: string, messageId: string, options: RequestOptions = {}): Promise<WebhookMessageFound> {
    return this.request('GET', `/stores/external/webhooks/${encodeURIComponent(webhookId)}/messages/${encodeURIComponent(messageId)}`, options);
  }

  /** Send a message again. */
  replayWebhookMessage(webhookId: string, messageId: string, options: RequestOptions = {}): Promise<WebhookMessageQueued> {
    return this.request('POST', `/stores/external/webhooks/${encodeURIComponent(webhookId)}/messages/${encodeURIComponent(messageId)}/replay`, options);
  }

  /** Send missed messages again. */
  replayWebhook(webhookId: string, body: ReplayWebhookBody, options: RequestOptions = {}): Promise<WebhookReplayed> {
    return this.request('POST', `/stores/external/webhooks/${encodeURIComponent(webhookId)}/replay`, { ...options, body });
  }

  /** Let time pass in test mode. */
  advanceTestClock(body: AdvanceTestClockBody, options: RequestOptions = {}): Promise<TestClockAdvanced> {
    return this.request('POST', '/stores/external/test/clock', { ...options, body });
  }

  /** List the metatags of a trigger. */
  listMetatags(query: ListMetatagsQuery, options: RequestOptions = {}): Promise<MetatagList> {
    return this.request('GET', '/automation/metatags', { ...options, query });
  }
}
