// The webhooks of the local shop and their deliveries, as WC_Webhook makes them (../README.md).
import { createHash, createHmac } from 'node:crypto';
import { phpJson } from './php-json.ts';
import type { Post } from './post.ts';

/** A webhook of the shop. */
export type ShopWebhook = {
  readonly id: number;
  readonly name: string;
  readonly topic: string;
  readonly deliveryUrl: string;
  readonly secret: string;
  status: 'active' | 'paused' | 'disabled';
  failures: number;
};

/** A delivery that waits. Its body is made when it is sent. */
type Pending = { readonly webhook: number; readonly id: number };

/** What the queue needs of its shop. `bodyOf`: the resource of a topic; null: it is gone. */
type QueueDeps = {
  readonly shop: string;
  readonly now: () => number;
  readonly post: Post;
  readonly bodyOf: (topic: string, id: number) => unknown;
};

/** The webhooks of a shop. There is no retry: a failed delivery is only counted, and the seventh in a row stops the webhook. */
export class WebhookQueue {
  readonly webhooks = new Map<number, ShopWebhook>();
  readonly #deps: QueueDeps;
  readonly #pending: Pending[] = [];
  #running: Promise<void> = Promise.resolve();
  #nextId = 1;
  /** Whether deliveries are lost before they reach anyone. */
  isLost = false;
  /** Whether the site is down and sends nothing. */
  isDown = false;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  create(webhook: Pick<ShopWebhook, 'name' | 'topic' | 'deliveryUrl' | 'secret'>): ShopWebhook {
    const created: ShopWebhook = { ...webhook, id: this.#nextId++, status: 'active', failures: 0 };
    this.webhooks.set(created.id, created);
    return created;
  }

  /** A form without signature and topic. Its answer changes nothing. */
  async ping({ id, deliveryUrl }: ShopWebhook): Promise<void> {
    if (this.isLost) return;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent };
    await this.#deps.post(deliveryUrl, headers, `webhook_id=${id}`);
  }

  /** Schedules a delivery of a resource to each active webhook of the topic: one for each, however often it changes before it is sent. */
  schedule(topic: string, id: number): void {
    for (const webhook of this.webhooks.values()) {
      if (webhook.topic !== topic || webhook.status !== 'active') continue;
      if (this.#pending.some((one) => one.webhook === webhook.id && one.id === id)) continue;
      this.#pending.push({ webhook: webhook.id, id });
    }
  }

  /** Sends what waits, one after the other. A webhook that was stopped meanwhile still sends what it had scheduled. */
  run(): Promise<void> {
    this.#running = this.#sendAfter(this.#running);
    return this.#running;
  }

  async #sendAfter(before: Promise<void>): Promise<void> {
    await before;
    while (!this.isDown) {
      const next = this.#pending.shift();
      if (!next) return;
      const webhook = this.webhooks.get(next.webhook);
      if (webhook) await this.#deliver(webhook, next.id);
    }
  }

  async #deliver(webhook: ShopWebhook, id: number): Promise<void> {
    const resource = this.#deps.bodyOf(webhook.topic, id);
    const body = phpJson(resource ?? { code: 'woocommerce_rest_shop_order_invalid_id', data: { status: 404 } });
    const [kind, event] = webhook.topic.split('.');
    const status = this.isLost
      ? 0
      : await this.#deps.post(
          webhook.deliveryUrl,
          {
            'content-type': 'application/json',
            'user-agent': userAgent,
            'x-wc-webhook-source': `${this.#deps.shop}/`,
            'x-wc-webhook-topic': webhook.topic,
            'x-wc-webhook-resource': kind!,
            'x-wc-webhook-event': event!,
            'x-wc-webhook-signature': signatureOf(Buffer.from(body), webhook.secret),
            'x-wc-webhook-id': String(webhook.id),
            'x-wc-webhook-delivery-id': this.#deliveryId(webhook),
          },
          body,
        );
    if (status >= 200 && status < 303) webhook.failures = 0;
    else if (webhook.failures > 5) webhook.status = 'disabled';
    else webhook.failures++;
  }

  /** Equal for all deliveries of a webhook within a second. */
  #deliveryId = ({ id }: ShopWebhook): string =>
    createHash('md5')
      .update(`${id}${Math.floor(this.#deps.now() / 1_000)}`)
      .digest('hex');
}

/** The signature of a delivery's bytes. */
export const signatureOf = (body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('base64');

const userAgent = 'WooCommerce/10.9.0 Hookshot (WordPress/6.9)';
