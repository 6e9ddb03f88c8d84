import { setTimeout as sleep } from 'node:timers/promises';
import { webhookPath } from '../../packages/server/src/base/links/webhook-path.ts';
import type { CallResult, Caller } from './caller.ts';
import { signed, type Gateway, type StoredCall } from './gateway.ts';
import type { Accepted } from './recording.ts';
import type { Kind, LoadStore } from './settings.ts';
import { checkoutBody, paidBody, pixBody } from './shoppers.ts';

/** What the traffic needs. */
type TrafficContext = {
  readonly stores: readonly LoadStore[];
  readonly caller: Caller;
  readonly gateway: Gateway | undefined;
  readonly random: () => number;
  /** Part of every generated id, so that the ids of two loads on one database differ. */
  readonly name: string;
};

type Order = { readonly store: number; readonly order: string };

/** A store repeats an event until it is accepted: after `pause`, for at most `maxMs`. Milliseconds. */
const retry = { pause: 1_000, maxMs: 60_000 };
/** The number of recent checkouts that shoppers return to. */
const remembered = 2_000;

/** Acts as shoppers, stores and providers, using the results of earlier requests. */
export class Traffic {
  /** Everything that the service accepted. */
  readonly accepted: Accepted = { checkouts: [], events: [], paid: [] };
  /** The key of the first message of each accepted event (touchOf), and when the event got its response. */
  readonly awaited = new Map<string, number>();
  readonly #context: TrafficContext;
  readonly #checkouts: string[] = [];
  readonly #unpaid: string[] = [];
  readonly #payments: string[] = [];
  readonly #orders: Order[] = [];
  #serial: number;

  constructor(context: TrafficContext) {
    this.#context = context;
    // Phones of two loads on one database differ too.
    this.#serial = Math.floor(context.random() * 50_000_000);
  }

  /** Makes one request. Returns the status: three digits or a word; undefined if no earlier request allows this kind yet. */
  do(kind: Kind): Promise<string | undefined> {
    return this.#acts[kind]();
  }

  readonly #acts: Record<Kind, () => Promise<string | undefined>> = {
    checkout: async () => {
      const headers = { 'x-api-key': this.#anyStore().store.checkoutKey };
      const { status, body } = await this.#call('/stores/external/checkout', checkoutBody(++this.#serial), headers);
      if (status !== '201') return status;
      const { checkoutId } = JSON.parse(body) as { checkoutId: string };
      this.accepted.checkouts.push(checkoutId);
      keep(this.#checkouts, checkoutId);
      keep(this.#unpaid, checkoutId);
      return status;
    },
    page: async () => {
      const checkout = this.#checkouts[Math.floor(this.#context.random() * this.#checkouts.length)];
      return checkout && (await this.#context.caller.call({ path: `/pay/${checkout}` })).status;
    },
    pix: async () => {
      const checkout = this.#unpaid.shift();
      if (checkout === undefined) return undefined;
      const path = `/pay/${checkout}`;
      const pressed = await this.#context.caller.call({ path: `${path}/pay`, form: { method: 'pix' } });
      if (pressed.status !== '303') return pressed.status;
      const seen = await this.#context.caller.call({ path });
      const payment = /\/pay\/sandbox\/([0-9a-f-]{36})/.exec(seen.body)?.[1];
      if (payment !== undefined) this.#payments.push(payment);
      return seen.status;
    },
    paid: async () => {
      const payment = this.#payments.shift();
      if (payment === undefined) return undefined;
      const path = `/pay/sandbox/${payment}`;
      const pressed = await this.#context.caller.call({ path, form: { act: 'pay' } });
      if (pressed.status !== '303') return pressed.status;
      this.accepted.paid.push(payment);
      return (await this.#context.caller.call({ path })).status;
    },
    event: () => (this.#orders.length > 0 && this.#context.random() < 0.3 ? this.#reportPaid() : this.#reportPix()),
    status: () => this.#postWebhook(this.#context.gateway?.arrived.shift(), ({ id }) => ({ id, status: 'delivered' })),
    reply: () =>
      this.#postWebhook(this.#context.gateway?.unanswered.shift(), ({ id, to }) => ({
        id: `reply-${id}`,
        from: to,
        text: 'Quero sim, obrigada!',
      })),
  };

  async #reportPix(): Promise<string> {
    const { store, number } = this.#anyStore();
    const serial = ++this.#serial;
    const order = `${this.#context.name}-${serial}`;
    const status = await this.#insertEvent(store, pixBody(order, serial));
    if (status !== '202') return status;
    this.#orders.push({ store: number, order });
    this.#await('A1', order);
    return status;
  }

  async #reportPaid(): Promise<string> {
    const { store, order } = this.#orders.shift()!;
    const status = await this.#insertEvent(this.#context.stores[store]!, paidBody(order));
    if (status === '202') this.#await('B1', order);
    return status;
  }

  /** Awaits a message; only if the load has a gateway that records it. */
  #await(touch: string, order: string): void {
    if (this.#context.gateway) this.awaited.set(`${touch} ${order}`, performance.now());
  }

  /** Sends an event until it gets a response, with the same id each time, so that a repeated one changes nothing. */
  async #insertEvent({ secretKey }: LoadStore, json: string): Promise<string> {
    const end = Date.now() + retry.maxMs;
    for (;;) {
      const { status, body } = await this.#call('/stores/external/events', json, { 'x-api-key': secretKey });
      if (/^20[02]$/.test(status)) this.accepted.events.push((JSON.parse(body) as { eventId: string }).eventId);
      // 200: an attempt with a lost response was accepted, so the event counts as accepted the first time.
      if (/^[234]/.test(status)) return status === '200' ? '202' : status;
      if (Date.now() > end) return status;
      await sleep(retry.pause);
    }
  }

  /** Sends a webhook of the gateway, once: some providers do not repeat webhooks. */
  async #postWebhook(
    message: StoredCall | undefined,
    body: (message: StoredCall) => object,
  ): Promise<string | undefined> {
    const sms = message && this.#context.stores[message.store]?.sms;
    if (!sms) return undefined;
    const json = JSON.stringify({ ...body(message), at: new Date().toISOString() });
    return (await this.#call(webhookPath(sms.connectionId, undefined), json, signed(sms.webhookSecret, json))).status;
  }

  #call(path: string, json: string, headers: Readonly<Record<string, string>>): Promise<CallResult> {
    return this.#context.caller.call({ path, json, headers });
  }

  #anyStore(): { store: LoadStore; number: number } {
    const number = Math.floor(this.#context.random() * this.#context.stores.length);
    return { store: this.#context.stores[number]!, number };
  }
}

function keep(list: string[], id: string): void {
  list.push(id);
  if (list.length > remembered) list.shift();
}
