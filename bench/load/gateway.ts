// The outside world of the load: a gateway of SMS that takes every message, remembers every call, and later reports statuses. It
// lives in the process of the load, so that it outlives its callers.
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listener } from './settings.ts';

/**
 * One call of the gateway, at an instant of its process's own clock (milliseconds). `key`: names the message, the same for every
 * attempt. `store`: which of the load's stores it is of.
 */
export type GatewayCall = {
  readonly at: number;
  readonly store: number;
  readonly key: string;
  readonly to: string;
  readonly text: string;
};

/** What happens once in a store, which each text begins with: a touch and the order that it is about. */
export const touchOf = ({ text }: GatewayCall): string => text.split(':')[0]!;

/** A message that it took. `id`: the gateway's name for it. */
export type StoredCall = GatewayCall & { readonly id: string };

/** The longest list of messages whose delivery is pending: older ones are dropped, as an overloaded gateway does. */
const maxCalls = 10_000;

/** Takes POSTs to /<number of the store>. */
export class Gateway {
  /** Every call, in order. */
  readonly calls: GatewayCall[] = [];
  /** Messages whose delivery is not reported yet, and those without a reply yet. */
  readonly arrived: StoredCall[] = [];
  readonly unanswered: StoredCall[] = [];
  readonly #random: () => number;
  readonly #server: Server;

  constructor(random: () => number) {
    this.#random = random;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('error', () => {}); // its worker was killed in the middle of it
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method !== 'POST') return response.end();
        const message = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; to: string; text: string };
        const { id: key, to, text } = message;
        const call = { at: performance.now(), store: Number(request.url!.slice(1)), key, to, text };
        const id = this.#take(call);
        // The gateway has the message, even if its caller has died.
        void sleep(5 + this.#random() * 40).then(() => response.end(JSON.stringify({ id })));
        return undefined;
      });
    });
  }

  async start({ host, port }: Listener): Promise<this> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return this;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(call: GatewayCall): string {
    const id = `sms-${this.calls.push(call)}`;
    for (const queue of [this.arrived, this.unanswered]) {
      queue.push({ ...call, id });
      if (queue.length > maxCalls) queue.shift();
    }
    return id;
  }
}

/** The headers of Standard Webhooks. `secret`: as the connection has it, `whsec_…`. */
export function signed(secret: string, body: string): Record<string, string> {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
