import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  CallContext,
  CallPlatform,
  Credentials,
  Delivery,
  PlatformRequest,
  PlatformResponse,
} from '../../connector.ts';
import { replaceHost } from '../../replace-host.ts';
import { shopify } from '../index.ts';
import { openShopServer, type ShopifyServer, type ShopOptions } from './shop-server.ts';

/** The installation's app of tests. */
export const app = { id: 'partner-app-id', secret: 'shpss_of_the_installation' };

/** Sends a request to the local shop as it is, with the pauses that it asks for; for tests of the server itself. */
export async function sendTo(server: ShopifyServer, { url, ...request }: PlatformRequest): Promise<PlatformResponse> {
  const hosts = new Map(server.hosts.map((host) => [host, server.url]));
  const answered = await fetch(replaceHost(url, hosts), request);
  const body = Buffer.from(await answered.arrayBuffer());
  return { status: answered.status, headers: Object.fromEntries(answered.headers), body };
}

/** Calls as connectors get them: failures are thrown, pauses are kept on the shop's clock. */
export function callsTo(server: ShopifyServer): CallPlatform {
  let pauseMs = 0;
  return async (request) => {
    if (pauseMs > 0) await server.advance(pauseMs);
    const response = await sendTo(server, request);
    pauseMs = shopify.pauseAfter(response);
    const failure = shopify.failureOf(response);
    if (failure) throw failure;
    return response;
  };
}

/** What receives webhooks: `answer` is the status of the next responses. */
export class Receiver {
  readonly received: Delivery[] = [];
  answer = 200;
  url = '';
  readonly #server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      this.received.push({ headers: request.headers as Delivery['headers'], body: Buffer.concat(parts) });
      response.writeHead(this.answer).end();
    });
  });

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/connect/shopify/1.key`;
    return this;
  }

  topics = (): string[] => this.received.map(({ headers }) => headers['x-shopify-topic'] ?? '');

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}

/** A shop, a receiver of its webhooks, and calls to it. */
export class OpenShop {
  readonly server: ShopifyServer;
  readonly receiver: Receiver;
  readonly call: CallPlatform;
  credentials: Credentials = {};

  constructor(server: ShopifyServer, receiver: Receiver) {
    this.server = server;
    this.receiver = receiver;
    this.call = callsTo(server);
  }

  /** Connects with keys of an app that the owner made. */
  async connect(): Promise<this> {
    const [method] = shopify.methods;
    if (method?.kind !== 'keys') throw new Error('the first method is not by keys');
    const accepted = await method.complete(this.server.formInput(0), { call: this.call, now: this.server.now() });
    if (!accepted.ok) throw new Error(accepted.code);
    this.credentials = accepted.credentials;
    return this;
  }

  context = (): CallContext => ({
    shop: this.server.shop,
    credentials: this.credentials,
    app,
    call: this.call,
    deliveryUrl: this.receiver.url,
    webhookSecret: 'k'.repeat(48),
    now: this.server.now(),
  });

  async close(): Promise<void> {
    await this.server.close();
    await this.receiver.stop();
  }
}

/** Opens a shop that nobody is connected to. */
export async function openShop(more: ShopOptions = {}): Promise<OpenShop> {
  const receiver = await new Receiver().listen();
  const options = { now: Date.parse('2026-11-29T08:00:00Z'), app, appAddress: () => receiver.url, allowHttp: true };
  return new OpenShop(await openShopServer(options, more), receiver);
}
