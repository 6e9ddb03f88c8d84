// A local server with the documented part of the platform (../README.md): lists, webhooks with their deliveries, and the limit of requests.
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  PlacedOrder,
  PlatformServer,
  PlatformServerOptions,
  ServerCounts,
} from '../../testing/platform-server.ts';
import { host } from '../call.ts';
import { cartJson, orderJson, type ShopCart, type ShopOrder } from './bodies.ts';

const alias = 'lojaaurora';
/** Requests a minute. */
const rate = 120;
/** A webhook is stopped after as many failed deliveries. */
const mostFailures = 30;
/** Carts and changes of carts appear in the list as late as this. */
const cartDelayMs = 16 * 60_000;

type Webhook = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
  active: boolean;
  failures: number;
};
type ApiAnswer = { readonly status: number; readonly json?: unknown; readonly headers?: Record<string, string> };

/** Opens a shop without orders. */
export async function openShopServer(options: PlatformServerOptions): Promise<YampiServer> {
  const server = new YampiServer(options);
  await server.open();
  return server;
}

/** The signature of a delivery's bytes. */
export const signatureOf = (body: Buffer | string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('base64');

/** The platform with one shop. */
export class YampiServer implements PlatformServer {
  readonly hosts = [host];
  readonly shop = alias;
  readonly #options: PlatformServerOptions;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #orders = new Map<number, ShopOrder>();
  readonly #carts = new Map<string, ShopCart>();
  readonly #counts = { calls: 0, overRate: 0, refusedTokens: 0 };
  readonly #answers: { status: number; headers?: Record<string, string> }[] = [];
  readonly #recent: number[] = [];
  #webhooks: Webhook[] = [];
  #keys: { readonly token: string; readonly secret: string } | undefined;
  #nextId = 102_855_369;
  #isDown = false;
  #isLost = false;
  #now: number;
  url = '';

  constructor(options: PlatformServerOptions) {
    this.#options = options;
    this.#now = options.now;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close = (): Promise<void> =>
    new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });

  /** Keys that the owner makes in the panel; they end the ones before. */
  formInput = (): Record<string, string> => {
    this.#keys = { token: randomBytes(20).toString('hex'), secret: `sk_${randomBytes(20).toString('hex')}` };
    return { alias, ...this.#keys };
  };

  now = (): number => this.#now;
  /** Nothing is sent later: no retry of a failed delivery is documented. */
  advance = (ms: number): Promise<void> => Promise.resolve(void (this.#now += ms));
  counts = (): ServerCounts => ({ ...this.#counts });
  activeWebhooks = (): number => this.#webhooks.filter(({ active }) => active).length;
  setDown = (isDown: boolean): void => void (this.#isDown = isDown);
  loseWebhooks = (isLost: boolean): void => void (this.#isLost = isLost);
  answerNext = (...answers: readonly { status: number; headers?: Record<string, string> }[]): void =>
    void this.#answers.push(...answers);

  /** Keys have no end: only the owner ends them. */
  endTokens = (how: 'expired' | 'revoked'): void => {
    if (how === 'revoked') this.#keys = undefined;
  };

  place = async ({ cartToken, ...placed }: PlacedOrder): Promise<string> => {
    const id = this.#nextId++;
    const token = cartToken ?? this.#newToken();
    const times = { createdAt: this.#now, updatedAt: this.#now, paidAt: null };
    const order = { ...placed, ...times, id, cartToken: token, status: 'waiting_payment', trackingCode: null } as const;
    this.#orders.set(id, { ...order });
    await this.#notify(id, 'order.created');
    return String(id);
  };

  pay = (id: string): Promise<void> =>
    this.#change(id, { status: 'paid', paidAt: this.#now }, 'order.status.updated', 'order.paid');
  fail = (id: string): Promise<void> => this.#change(id, { status: 'refused' }, 'order.status.updated');
  cancel = (id: string): Promise<void> => this.#change(id, { status: 'cancelled' }, 'order.status.updated');

  ship = (id: string, trackingCode: string): Promise<void> => {
    const isPaid = this.#orders.get(Number(id))?.paidAt !== null;
    return this.#change(id, { trackingCode, ...(isPaid && { status: 'on_carriage' }) }, 'order.status.updated');
  };

  leaveCart = (cart: Omit<PlacedOrder, 'cartToken' | 'method'>): Promise<string> => {
    const token = this.#newToken();
    this.#carts.set(token, { ...cart, id: this.#nextId++, token, at: this.#now });
    return Promise.resolve(token);
  };

  #newToken = (): string => `${randomBytes(4).toString('hex')}-9dc7-11ee-9a01-022cbdca293e-${this.#nextId}`;

  async #change(id: string, change: Partial<ShopOrder>, ...events: readonly string[]): Promise<void> {
    const order = this.#orders.get(Number(id));
    if (!order) throw new Error(`no order ${id}`);
    Object.assign(order, change, { updatedAt: this.#now });
    await this.#notify(order.id, ...events);
  }

  async #notify(id: number, ...events: readonly string[]): Promise<void> {
    if (this.#isDown) return;
    for (const event of events) {
      for (const webhook of this.#webhooks) {
        if (webhook.active && webhook.events.includes(event)) await this.#deliver(webhook, event, id);
      }
    }
  }

  /** The order is written at delivery. Anything but 2xx within 5 seconds is a failure. */
  async #deliver(webhook: Webhook, event: string, id: number): Promise<void> {
    const time = new Date(this.#now).toISOString().slice(0, 19).replace('T', ' ');
    const resource = orderJson(this.#orders.get(id)!);
    const body = JSON.stringify({ event, time, merchant: { id: 739_383, alias }, resource });
    const headers = {
      'content-type': 'application/json',
      'x-yampi-hmac-sha256': signatureOf(body, webhook.secret),
    };
    const status = this.#isLost
      ? 0
      : await fetch(webhook.url, { method: 'POST', headers, body, redirect: 'manual' }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
          () => 0,
        );
    if (status >= 200 && status < 300) webhook.failures = 0;
    else if (++webhook.failures >= mostFailures) webhook.active = false;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isDown) return void request.socket.destroy();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { status, json, headers } = this.#answer(request, Buffer.concat(parts).toString());
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(json === undefined ? '' : JSON.stringify(json));
  }

  #answer(request: IncomingMessage, body: string): ApiAnswer {
    this.#counts.calls++;
    if (this.#isOverRate()) {
      this.#counts.overRate++;
      return { status: 429, json: { message: 'Too Many Attempts.' }, headers: { 'retry-after': '60' } };
    }
    const scripted = this.#answers.shift();
    if (scripted) return scripted;
    const { 'user-token': token, 'user-secret-key': secret } = request.headers;
    const url = new URL(request.url ?? '/', this.url);
    const [, shop, path = ''] = /^\/v2\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
    const isRight = this.#keys !== undefined && this.#keys.token === token && this.#keys.secret === secret;
    if (!isRight || shop !== alias) {
      this.#counts.refusedTokens++;
      return { status: 401, json: { message: 'Unauthenticated.' } };
    }
    return this.#route(`${request.method} ${path}`, url.searchParams, body);
  }

  #isOverRate(): boolean {
    while (this.#recent.length > 0 && this.#recent[0]! <= this.#now - 60_000) this.#recent.shift();
    if (this.#recent.length >= rate) return true;
    this.#recent.push(this.#now);
    return false;
  }

  #route(route: string, query: URLSearchParams, body: string): ApiAnswer {
    const [, id] = /^DELETE \/webhooks\/(\d+)$/.exec(route) ?? [];
    if (id !== undefined) {
      const before = this.#webhooks.length;
      this.#webhooks = this.#webhooks.filter((webhook) => webhook.id !== Number(id));
      return { status: this.#webhooks.length < before ? 200 : 404, json: {} };
    }
    switch (route) {
      case 'GET /orders':
        return listOrders([...this.#orders.values()], query);
      case 'GET /checkout/carts':
        return this.#listCarts(query);
      case 'GET /webhooks':
        return { status: 200, json: { data: this.#webhooks.map(webhookJson) } };
      case 'POST /webhooks':
        return this.#createWebhook(JSON.parse(body) as Partial<Webhook>);
      default:
        return { status: 404, json: { message: 'Not Found' } };
    }
  }

  #listCarts(query: URLSearchParams): ApiAnswer {
    const isListed = createdWithin(query.get('date'));
    const carts = [...this.#carts.values()].filter(({ at }) => isListed(at) && at + cartDelayMs <= this.#now);
    const start = Number(query.get('scroll_id') ?? 0);
    const size = Number(query.get('limit') ?? 10);
    const isMore = start + size < carts.length;
    const data = carts.slice(start, start + size).map(cartJson);
    return { status: 200, json: { scroll_id: isMore ? String(start + size) : null, data } };
  }

  #createWebhook({ name = '', url = '', events = [], secret }: Partial<Webhook>): ApiAnswer {
    const isAllowed = url.startsWith('https://') || (this.#options.allowHttp && url.startsWith('http://'));
    if (name === '' || !isAllowed || events.length === 0) return { status: 422, json: { message: 'invalid' } };
    const made = { id: this.#nextId++, name, url, events, secret: secret ?? `wh_${randomBytes(20).toString('hex')}` };
    const webhook = { ...made, active: true, failures: 0 };
    this.#webhooks.push(webhook);
    return { status: 201, json: { data: webhookJson(webhook) } };
  }
}

const webhookJson = ({ id, name, url, events, active }: Webhook): object => ({ id, name, url, events, active });

/** A page of orders, the newest first. Its filter knows days of creation only; one by another date is ignored. */
function listOrders(all: readonly ShopOrder[], query: URLSearchParams): ApiAnswer {
  const isListed = createdWithin(query.get('date'));
  const found = all.filter(({ createdAt }) => isListed(createdAt)).sort((one, other) => other.id - one.id);
  const size = Math.min(100, Number(query.get('limit') ?? 10));
  const page = Number(query.get('page') ?? 1);
  const data = found.slice((page - 1) * size, page * size).map((order) => shown(order, query.get('include') ?? ''));
  const pages = Math.max(1, Math.ceil(found.length / size));
  const pagination = {
    total: found.length,
    count: data.length,
    per_page: size,
    current_page: page,
    total_pages: pages,
  };
  return { status: 200, json: { data, meta: { pagination } } };
}

/** An order with the parts that were asked for. */
function shown(order: ShopOrder, include: string): object {
  const parts = new Set(['items', 'customer', 'status', 'statuses', 'shipping_address', 'transactions']);
  const asked = new Set(include.split(','));
  return Object.fromEntries(Object.entries(orderJson(order)).filter(([name]) => !parts.has(name) || asked.has(name)));
}

function createdWithin(date: string | null): (at: number) => boolean {
  const [, from, to] = /^created_at:(\d{4}-\d\d-\d\d)\|(\d{4}-\d\d-\d\d)$/.exec(date ?? '') ?? [];
  if (from === undefined || to === undefined) return () => true;
  return (at) => {
    const day = new Date(at - 3 * 3_600_000).toISOString().slice(0, 10);
    return from <= day && day <= to;
  };
}
