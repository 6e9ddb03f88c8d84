// Subscriptions of the local shop and their deliveries (../README.md): 1 s to connect, 5 s in all, 8 retries in 4 hours with the first body,
// and no subscription any more after 8 failures in a row.
import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

/** A subscription. `failures`: in a row. */
export type Subscribed = { readonly id: string; readonly topic: string; readonly uri: string; failures: number };

type RetriedDelivery = {
  readonly subscription: Subscribed;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly dueAt: number;
  readonly attempt: number;
};

type SenderDeps = {
  readonly shop: string;
  readonly now: () => number;
  readonly secret: () => string;
  readonly version: string;
};

const minute = 60_000;

/** After how long each retry follows, in milliseconds: 4 hours in all. Shopify documents the count and the sum. */
const retryAfterMs = [0.5, 1.5, 4, 10, 20, 40, 70, 94].map((minutes) => minutes * minute);
const failuresUntilDeleted = 8;

/** Posts within Shopify's time limits; the status, 0 if there is no response in time. */
function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  agents: readonly http.Agent[],
): Promise<number> {
  return new Promise((resolve) => {
    const isSecure = url.startsWith('https:');
    const request = (isSecure ? https : http).request(url, {
      method: 'POST',
      agent: agents[isSecure ? 1 : 0],
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    const inAll = setTimeout(() => request.destroy(), 5_000);
    const toConnect = setTimeout(() => request.destroy(), 1_000);
    const end = (status: number): void => {
      clearTimeout(inAll);
      clearTimeout(toConnect);
      resolve(status);
    };
    request.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => clearTimeout(toConnect));
      else clearTimeout(toConnect);
    });
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => end(response.statusCode ?? 0));
      response.on('error', () => end(0));
    });
    request.on('error', () => end(0));
    request.end(body);
  });
}

/** Sends webhooks. */
export class WebhookSender {
  readonly subscriptions = new Map<string, Subscribed>();
  readonly #deps: SenderDeps;
  readonly #agents = [new http.Agent({ keepAlive: true }), new https.Agent({ keepAlive: true })] as const;
  #waiting: RetriedDelivery[] = [];
  #actions = 0;
  #nextId = 1_180_565_012_345_678_901n;
  isLost = false;
  isDown = false;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  subscribe(topic: string, uri: string): Subscribed | null {
    const isTaken = [...this.subscriptions.values()].some((one) => one.topic === topic && one.uri === uri);
    if (isTaken) return null;
    const subscription = { id: `gid://shopify/WebhookSubscription/${this.#nextId++}`, topic, uri, failures: 0 };
    this.subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  /** Sends all topics of one action of the shop, in no certain order, with one id of the event. */
  async send(topics: readonly string[], body: string): Promise<void> {
    const eventId = randomUUID();
    const turn = this.#actions++;
    const ordered = turn % 2 === 0 ? topics : topics.toReversed();
    const sends = ordered.flatMap((topic) =>
      [...this.subscriptions.values()]
        .filter((one) => one.topic === topic.replace('/', '_').toUpperCase())
        .map((subscription) => ({
          subscription,
          headers: this.headers(topic, eventId),
          body,
          dueAt: this.#deps.now(),
          attempt: 0,
        })),
    );
    for (const waiting of sends) await this.#deliver(waiting);
  }

  /** The headers of a delivery. */
  headers(topic: string, eventId: string = randomUUID()): Record<string, string> {
    const { shop, now, version } = this.#deps;
    return {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': shop,
      'x-shopify-api-version': version,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-event-id': eventId,
      'x-shopify-triggered-at': new Date(now()).toISOString(),
    };
  }

  post = (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> =>
    post(url, { ...headers, 'x-shopify-hmac-sha256': this.#signature(body) }, body, this.#agents);

  /** When the next retry is due; Infinity: there is none. */
  nextAt = (): number => Math.min(...this.#waiting.map(({ dueAt }) => dueAt));

  /** Sends the retries that are due. */
  async retry(): Promise<void> {
    const isDue = ({ dueAt }: RetriedDelivery): boolean => dueAt <= this.#deps.now();
    const due = this.#waiting.filter(isDue);
    this.#waiting = this.#waiting.filter((one) => !isDue(one));
    for (const waiting of due) if (this.subscriptions.has(waiting.subscription.id)) await this.#deliver(waiting);
  }

  async #deliver(waiting: RetriedDelivery): Promise<void> {
    const { subscription, headers, body, attempt } = waiting;
    const status = this.isLost || this.isDown ? 0 : await this.post(subscription.uri, headers, body);
    if (status >= 200 && status < 300) {
      subscription.failures = 0;
      return;
    }
    subscription.failures++;
    const after = retryAfterMs[attempt];
    if (subscription.failures >= failuresUntilDeleted) this.subscriptions.delete(subscription.id);
    else if (after !== undefined) {
      this.#waiting.push({ ...waiting, dueAt: this.#deps.now() + after, attempt: attempt + 1 });
    }
  }

  #signature = (body: string): string => createHmac('sha256', this.#deps.secret()).update(body).digest('base64');

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }
}
