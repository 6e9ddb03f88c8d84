// How the platform delivers webhooks: signed with the app's secret, and repeated until an address answers 2xx.
import { createHmac } from 'node:crypto';
import { signatureHeader } from '../verify.ts';

const minute = 60_000;
/** The sends of one delivery, and how long after the first the last may be. */
const mostSends = 18;
const longest = 48 * 60 * minute;

/** The wait before the send number `sent`, which counts from 0: at once, 5, 10 and 15 minutes, then 1.4 times the wait before. */
export const waitBefore = (sent: number): number => (sent <= 4 ? (sent - 1) * 5 * minute : waitBefore(sent - 1) * 1.4);

/** Repetitions are sent once a minute: their times are documented as approximate. */
const nextMinute = (now: number, wait: number): number =>
  wait === 0 ? now : Math.ceil((now + wait) / minute) * minute;

type QueuedDelivery = { readonly url: () => string; readonly body: string; readonly firstAt: number; sent: number };

/** The deliveries of one shop. `isLost`: the network between the platform and everyone else loses them. */
export class WebhookQueue {
  /** By the instant at which they are due. */
  readonly #waiting = new Map<number, QueuedDelivery[]>();
  isLost = false;
  isDown = false;
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Queues a delivery to be sent at an instant. */
  add(url: () => string, body: object, at: number): void {
    this.#wait(at, { url, body: JSON.stringify(body), firstAt: at, sent: 0 });
  }

  #wait(at: number, delivery: QueuedDelivery): void {
    const others = this.#waiting.get(at);
    if (others) others.push(delivery);
    else this.#waiting.set(at, [delivery]);
  }

  /** When the next delivery is due; undefined: none waits. */
  nextAt(): number | undefined {
    if (this.isDown || this.#waiting.size === 0) return undefined;
    return [...this.#waiting.keys()].reduce((first, at) => Math.min(first, at));
  }

  /** Sends what is due. Returns the status of the last answer; null: none came. */
  async sendDue(now: number): Promise<number | null> {
    let status: number | null = null;
    for (let at = this.nextAt(); at !== undefined && at <= now; at = this.nextAt()) {
      const due = this.#waiting.get(at) ?? [];
      this.#waiting.delete(at);
      for (const delivery of due) {
        status = await this.#send(delivery);
        delivery.sent++;
        const isAccepted = status !== null && status >= 200 && status < 300;
        const next = nextMinute(now, waitBefore(delivery.sent));
        const isOver = delivery.sent >= mostSends || next - delivery.firstAt > longest;
        if (!isAccepted && !isOver) this.#wait(next, delivery);
      }
    }
    return status;
  }

  async #send({ url, body }: QueuedDelivery): Promise<number | null> {
    if (this.isLost) return null;
    const signature = createHmac('sha256', this.#secret).update(body).digest('hex');
    try {
      const answer = await fetch(url(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: signature },
        body,
        signal: AbortSignal.timeout(40_000),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return null;
    }
  }
}
