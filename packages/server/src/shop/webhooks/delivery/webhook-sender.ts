// Delivers webhooks: leases endpoints with due messages and runs one delivery for each, all at once, so that an endpoint that does not
// answer delays no other (WHK12). It holds its own lease and its 4 calls, and no connection to the database.
import { randomUUID } from 'node:crypto';
import { EndpointDelivery, leaseMs, type DeliveryDeps } from './endpoint-delivery.ts';
import { webhookEndpointLease, webhookEndpointRelease, type LeasedEndpoint } from './queries/deliveries.ts';

/** How many endpoints one process delivers to at once. */
const mostEndpoints = 200;

/** How often it looks for due messages, in milliseconds. */
const everyMs = 1_000;

/** How long calls under way may take once it stops, in milliseconds; their messages are delivered again. */
const graceMs = 3_000;

/** The sender of one process. */
export class WebhookSender {
  readonly #deps: DeliveryDeps;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #aborted = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** Delivers what becomes due, until it is stopped. */
  start(): void {
    this.#timer = setInterval(() => this.#look(), everyMs);
    this.#look();
  }

  /** Waits for calls under way, for a moment. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    const timer = setTimeout(() => this.#aborted.abort(), graceMs);
    await this.#looking;
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  /** Delivers all that is due now, and returns how many attempts were made. */
  async deliverDue(): Promise<number> {
    const counts = await Promise.all((await this.#lease()).map((leased) => this.#deliver(leased)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #look(): void {
    this.#looking ??= this.#startDeliveries().finally(() => (this.#looking = undefined));
  }

  async #startDeliveries(): Promise<void> {
    try {
      for (const leased of await this.#lease()) {
        const running = this.#run(leased).finally(() => this.#running.delete(running));
        this.#running.add(running);
      }
    } catch (error) {
      this.#deps.log.error({ err: error }, 'webhooks: looking for due messages failed');
    }
  }

  /** More may be due after a delivery: the next message about an order, or of an endpoint that waited for its place. */
  async #run(leased: LeasedEndpoint & { readonly lease: string }): Promise<void> {
    const count = await this.#deliver(leased);
    if (count > 0 && !this.#stopping.signal.aborted) this.#look();
  }

  async #lease(): Promise<(LeasedEndpoint & { readonly lease: string })[]> {
    const limit = mostEndpoints - this.#running.size;
    if (limit <= 0 || this.#stopping.signal.aborted) return [];
    const lease = randomUUID();
    const now = this.#deps.clock();
    const leased = await webhookEndpointLease(this.#deps.db, { lease, now, until: now + leaseMs, limit });
    return leased.map((endpoint) => ({ ...endpoint, lease }));
  }

  /** A failure is of the database: the lease ends by itself, and another look continues. */
  async #deliver(leased: LeasedEndpoint & { readonly lease: string }): Promise<number> {
    const { db, log } = this.#deps;
    const ends = { stopping: this.#stopping.signal, aborted: this.#aborted.signal };
    try {
      const count = await new EndpointDelivery(this.#deps, leased, ends).run();
      await webhookEndpointRelease(db, leased.endpointId, leased.lease);
      return count;
    } catch (error) {
      log.error({ err: error, endpointId: leased.endpointId }, 'webhooks: delivery failed');
      return 0;
    }
  }
}
