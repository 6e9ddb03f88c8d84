// The SMS gateway of the load: accepts every message, records every call, and keeps messages for later statuses and replies. It runs in the
// load's process, so that it survives killed callers.
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listener } from './settings.ts';

/**
 * One call of the gateway; `at` is in milliseconds of its process's clock. `key` names the message and is the same for every attempt.
 * `store`: the index of the load's store.
 */
export type GatewayCall = {
  readonly at: number;
  readonly store: number;
  readonly key: string;
  readonly to: string;
  readonly text: string;
};

/** The beginning of the text, unique in a store: the message of the automation and the order. */
export const touchOf = ({ text }: GatewayCall): string => text.split(':')[0]!;

/** An accepted message. `id`: the gateway's id of it. */
export type StoredCall = GatewayCall & { readonly id: string };

/** The longest list of messages that wait for a status; older ones are dropped, as an overloaded gateway does. */
const maxCalls = 10_000;

/** The gateway's server. Accepts POSTs to /<index of the store>. */
export class Gateway {
  /** Every call, in order. */
  readonly calls: GatewayCall[] = [];
  /** Messages without a reported delivery, and messages without a reply. */
  readonly arrived: StoredCall[] = [];
  readonly unanswered: StoredCall[] = [];
  readonly #random: () => number;
  readonly #server: Server;

  constructor(random: () => number) {
    this.#random = random;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('error', () => {}); // the calling worker was killed during the request
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method !== 'POST') return response.end();
        const message = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; to: string; text: string };
        const { id: key, to, text } = message;
        const call = { at: performance.now(), store: Number(request.url!.slice(1)), key, to, text };
        const id = this.#take(call);
        // The gateway has accepted the message, even if the calling worker was killed.
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

/** Signs a body: returns the headers of Standard Webhooks. `secret`: that of the connection, `whsec_…`. */
export function signed(secret: string, body: string): Record<string, string> {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
