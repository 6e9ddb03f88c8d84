// A local shop with WooCommerce: pages of consent, the REST API with its keys, and webhooks (../README.md has the source of each rule).
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlacedOrder, PlatformServer, PlatformServerOptions } from '../../testing/platform-server.ts';
import { consentHtml, readConsent, returnAddress } from './consent-page.ts';
import { phpJson } from './php-json.ts';
import { openPost } from './post.ts';
import { ShopOrders, type ShopOrder } from './shop-orders.ts';
import { WebhookQueue, type ShopWebhook } from './webhook-queue.ts';

/**
 * What a shop may be beside the usual. `managesOrders`: the keys' user manages orders only. `isQuiet`: nobody visits it, so that deliveries wait until the clock moves. `holdStockMinutes`: after
 * how long an unpaid order is cancelled; 0: never, as without stock.
 */
export type ShopOptions = {
  readonly host?: string;
  readonly isQuiet?: boolean;
  readonly holdStockMinutes?: number;
  readonly permissions?: 'read' | 'read_write';
  readonly managesOrders?: boolean;
};

/** The server, with what only tests of this platform use. */
export type WooServer = PlatformServer & {
  readonly leaveCart: NonNullable<PlatformServer['leaveCart']>;
  readonly trash: (id: string) => Promise<void>;
  readonly register: (person: { name: string; email: string; phone: string }) => Promise<string>;
  readonly webhooks: () => readonly ShopWebhook[];
  readonly order: (id: string) => ShopOrder | undefined;
};

const day = 86_400_000;

type RestAnswer = { readonly status: number; readonly json?: unknown; readonly headers?: Record<string, string> };
type Key = { readonly secret: string; readonly permissions: string };

/** Opens a shop on loopback. */
export async function openShopServer(options: PlatformServerOptions, more: ShopOptions = {}): Promise<WooServer> {
  const shop = new Shop(options, more);
  await shop.listen();
  return shop;
}

class Shop implements WooServer {
  readonly hosts: readonly string[];
  readonly shop: string;
  readonly #options: PlatformServerOptions;
  readonly #more: ShopOptions;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #orders: ShopOrders;
  readonly #queue: WebhookQueue;
  readonly #outgoing = openPost();
  readonly #keys = new Map<string, Key>();
  readonly #customers = new Map<number, Record<string, unknown>>();
  readonly #answers: { status: number; headers?: Record<string, string> }[] = [];
  readonly #nonce = randomBytes(5).toString('hex');
  readonly #counts = { calls: 0, overRate: 0, refusedTokens: 0 };
  #now: number;
  #isDown = false;
  url = '';

  constructor(options: PlatformServerOptions, more: ShopOptions) {
    this.#options = options;
    this.#more = more;
    this.#now = options.now;
    const host = more.host ?? 'loja.example';
    this.hosts = [host];
    this.shop = `https://${host}`;
    this.#orders = new ShopOrders(this.shop, this.now);
    this.#queue = new WebhookQueue({
      shop: this.shop,
      now: this.now,
      post: this.#outgoing.post,
      bodyOf: (topic, id) => this.#bodyOf(topic, id),
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await this.#queue.run();
    this.#outgoing.close();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  now = (): number => this.#now;
  counts = () => ({ ...this.#counts });
  webhooks = (): readonly ShopWebhook[] => [...this.#queue.webhooks.values()];
  activeWebhooks = (): number => this.webhooks().filter(({ status }) => status === 'active').length;
  order = (id: string): ShopOrder | undefined => this.#orders.get(Number(id));
  answerNext = (...answers: readonly { status: number; headers?: Record<string, string> }[]): void =>
    void this.#answers.push(...answers);
  loseWebhooks = (isLost: boolean): void => void (this.#queue.isLost = isLost);

  setDown = (isDown: boolean): void => {
    this.#isDown = isDown;
    this.#queue.isDown = isDown;
  };

  /** Keys have no end: only the owner ends them. */
  endTokens = (how: 'expired' | 'revoked'): void => {
    if (how === 'revoked') this.#keys.clear();
  };

  /** The address, with keys that the owner made for it where the method asks for them. */
  formInput = (method: number): Record<string, string> => {
    const address = this.shop.slice('https://'.length);
    if (method === 0) return { address };
    const { key, secret } = this.#makeKey(this.#more.permissions ?? 'read_write');
    return { address, key, secret };
  };

  /** Drafts that nobody changed for a day are deleted at midnight, unpaid orders of a shop with stock are cancelled when they are due. */
  advance = async (ms: number): Promise<void> => {
    const end = this.#now + ms;
    for (let midnight = (Math.floor(this.#now / day) + 1) * day; midnight <= end; midnight += day) {
      this.#now = midnight;
      for (const { id, status, modifiedAt } of this.#orders.all()) {
        if (status === 'checkout-draft' && modifiedAt <= midnight - day) this.#orders.remove(id);
      }
    }
    this.#now = end;
    const held = (this.#more.holdStockMinutes ?? 0) * 60_000;
    for (const order of held > 0 ? this.#orders.all() : []) {
      if (order.status === 'pending' && order.modifiedAt <= end - held) this.#set(order, 'cancelled');
    }
    await this.#queue.run();
  };

  place = async (placed: PlacedOrder): Promise<string> => {
    const id = /^draft:(\d+)$/.exec(placed.cartToken ?? '')?.[1];
    const draft = (id !== undefined && this.#orders.get(Number(id))) || this.#orders.draft(placed);
    const order = this.#orders.place(draft, placed);
    this.#queue.schedule('order.created', order.id);
    this.#queue.schedule('order.updated', order.id);
    await this.#visited();
    return String(order.id);
  };

  pay = (id: string): Promise<void> =>
    this.#update(id, (order) => {
      order.paidAt = this.#now;
      order.transactionId = `${900_000 + order.id}`;
      this.#orders.change(order, 'processing');
    });

  fail = (id: string): Promise<void> => this.#update(id, (order) => this.#orders.change(order, 'failed'));
  cancel = (id: string): Promise<void> => this.#update(id, (order) => this.#orders.change(order, 'cancelled'));

  ship = (id: string, code: string): Promise<void> =>
    this.#update(id, (order) => {
      this.#orders.addMeta(order, '_correios_tracking_code', code);
      if (order.paidAt !== null) this.#orders.change(order, 'completed');
    });

  trash = async (id: string): Promise<void> => {
    this.#orders.change(this.#found(id), 'trash');
    this.#queue.schedule('order.deleted', Number(id));
    await this.#visited();
  };

  /** The checkout opens without contact data; then the shopper fills it in, which newer versions report as an update of an order. */
  leaveCart = async (cart: Omit<PlacedOrder, 'cartToken' | 'method'>): Promise<string> => {
    const { id } = this.#orders.draft(cart);
    this.#queue.schedule('order.updated', id);
    await this.#visited();
    return `draft:${id}`;
  };

  register = async ({ name, email, phone }: { name: string; email: string; phone: string }): Promise<string> => {
    const id = this.#customers.size + 20;
    const [firstName = '', ...lastNames] = name.split(' ');
    this.#customers.set(id, {
      id,
      date_created_gmt: new Date(this.#now).toISOString().slice(0, 19),
      email,
      first_name: firstName,
      last_name: lastNames.join(' '),
      role: 'customer',
      username: email,
      billing: { first_name: firstName, last_name: lastNames.join(' '), email, phone },
    });
    this.#queue.schedule('customer.created', id);
    await this.#visited();
    return String(id);
  };

  #found(id: string): ShopOrder {
    const order = this.order(id);
    if (!order) throw new Error(`The shop has no order ${id}`);
    return order;
  }

  #set(order: ShopOrder, status: string): void {
    this.#orders.change(order, status);
    this.#queue.schedule('order.updated', order.id);
  }

  async #update(id: string, change: (order: ShopOrder) => void): Promise<void> {
    change(this.#found(id));
    this.#queue.schedule('order.updated', Number(id));
    await this.#visited();
  }

  /** Deliveries run in the background of a visit. */
  #visited = (): Promise<void> => (this.#more.isQuiet === true ? Promise.resolve() : this.#queue.run());

  #bodyOf(topic: string, id: number): unknown {
    if (topic === 'order.deleted') return { id };
    if (topic.startsWith('customer.')) return this.#customers.get(id);
    const order = this.#orders.get(id);
    return order && this.#orders.toJson(order);
  }

  #makeKey(permissions: string): { key: string; secret: string } {
    const [key, secret] = [`ck_${randomBytes(20).toString('hex')}`, `cs_${randomBytes(20).toString('hex')}`];
    this.#keys.set(key, { secret, permissions });
    return { key, secret };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isDown) {
      request.socket.destroy();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? '/', this.url);
    if (url.pathname.startsWith('/wc-auth/v1/')) {
      await this.#serveConsent(url, response);
      return;
    }
    const scripted = url.pathname.startsWith('/wp-json/wc/v3/') ? this.#answers.shift() : undefined;
    const { status, json, headers }: RestAnswer = scripted ?? (await this.#api(request, url, Buffer.concat(parts)));
    const body = scripted === undefined ? phpJson(json ?? null) : '';
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(body);
  }

  async #serveConsent(url: URL, response: ServerResponse): Promise<void> {
    const send = (status: number, html: string): unknown =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    const consent = readConsent(url.searchParams, this.#options.allowHttp);
    if (typeof consent === 'string') return void send(401, `<p>Error: ${consent}.</p>`);
    if (url.pathname === '/wc-auth/v1/authorize') return void send(200, consentHtml(consent, this.#nonce));
    if (url.pathname !== '/wc-auth/v1/access_granted' || url.searchParams.get('wc_auth_nonce') !== this.#nonce) {
      return void send(401, '<p>Error: Invalid nonce verification.</p>');
    }
    const { key, secret } = this.#makeKey(consent.scope);
    const status = await this.#outgoing.post(
      consent.callbackUrl,
      { 'content-type': 'application/json;charset=UTF-8' },
      phpJson({
        key_id: this.#keys.size,
        user_id: consent.userId,
        consumer_key: key,
        consumer_secret: secret,
        key_permissions: consent.scope,
      }),
    );
    if (status === 200) return void response.writeHead(302, { location: returnAddress(consent, 1) }).end();
    this.#keys.delete(key);
    send(401, '<p>Error: An error occurred in the request and at the time were unable to send the consumer data.</p>');
  }

  async #api(request: IncomingMessage, url: URL, body: Buffer): Promise<RestAnswer> {
    if (url.pathname === '/wp-json/') {
      return { status: 200, json: { name: 'Loja &amp; Cia', home: this.shop, url: this.shop, namespaces: ['wc/v3'] } };
    }
    const path = url.pathname.replace(/^\/wp-json\/wc\/v3/, '');
    if (path === url.pathname) return restError(404, 'rest_no_route');
    this.#counts.calls++;
    const refused = this.#refusedKey(request, url);
    if (refused) {
      this.#counts.refusedTokens++;
      return refused;
    }
    const [, kind, id] = /^\/(orders|webhooks)(?:\/(\d+))?$/.exec(path) ?? [];
    if (kind === 'orders' && request.method === 'GET') return this.#readOrders(url, id);
    if (kind === 'webhooks') return this.#changeWebhooks(request.method ?? '', url, id, body);
    return restError(404, 'rest_no_route');
  }

  /** The keys of the query count before those of the header. */
  #refusedKey({ headers, method }: IncomingMessage, { searchParams }: URL): RestAnswer | undefined {
    const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
    const [key, secret] = searchParams.has('consumer_key')
      ? [searchParams.get('consumer_key') ?? '', searchParams.get('consumer_secret')]
      : [basic.slice(0, basic.indexOf(':')), basic.slice(basic.indexOf(':') + 1)];
    const known = this.#keys.get(key);
    if (!known) return restError(401, 'woocommerce_rest_cannot_view');
    const mayWrite = known.permissions !== 'read';
    if (known.secret !== secret || (method !== 'GET' && !mayWrite)) {
      return restError(401, 'woocommerce_rest_authentication_error');
    }
    return undefined;
  }

  #readOrders(url: URL, id: string | undefined): RestAnswer {
    const members = url.searchParams.get('_fields')?.split(',');
    const shown = (order: ShopOrder): unknown => {
      const json = this.#orders.toJson(order);
      return members ? Object.fromEntries(Object.entries(json).filter(([name]) => members.includes(name))) : json;
    };
    if (id !== undefined) {
      const order = this.order(id);
      return order ? { status: 200, json: shown(order) } : restError(404, 'woocommerce_rest_shop_order_invalid_id');
    }
    const listed = this.#orders.list(url.searchParams);
    if (typeof listed === 'string') return restError(400, 'rest_invalid_param');
    const { page, total, pageSize } = listed;
    return { status: 200, json: page.map(shown), headers: pageHeaders(url, total, pageSize) };
  }

  async #changeWebhooks(method: string, url: URL, id: string | undefined, body: Buffer): Promise<RestAnswer> {
    if (method === 'GET' && this.#more.managesOrders === true) return restError(403, 'woocommerce_rest_cannot_view');
    if (id === undefined && method === 'GET') {
      const pageSize = Number(url.searchParams.get('per_page') ?? 10);
      const start = (Number(url.searchParams.get('page') ?? 1) - 1) * pageSize;
      const all = this.webhooks();
      const json = all.slice(start, start + pageSize).map(webhookJson);
      return { status: 200, json, headers: pageHeaders(url, all.length, pageSize) };
    }
    const sent = (body.length > 0 ? JSON.parse(body.toString()) : {}) as Record<string, string | undefined>;
    if (id === undefined && method === 'POST') return this.#createWebhook(sent);
    const webhook = this.#queue.webhooks.get(Number(id));
    if (method === 'DELETE' && url.searchParams.get('force') !== 'true') {
      return restError(501, 'woocommerce_rest_trash_not_supported');
    }
    if (!webhook) return restError(method === 'DELETE' ? 404 : 400, 'woocommerce_rest_shop_webhook_invalid_id');
    if (method === 'DELETE') this.#queue.webhooks.delete(webhook.id);
    // The count of failures stays.
    if (method === 'PUT' && sent['status'] !== undefined) webhook.status = sent['status'] as ShopWebhook['status'];
    return { status: 200, json: webhookJson(webhook) };
  }

  async #createWebhook({
    name,
    topic,
    delivery_url: url,
    secret,
  }: Record<string, string | undefined>): Promise<RestAnswer> {
    if (topic === undefined || url === undefined) return restError(400, 'rest_missing_callback_param');
    if (!/^(coupon|customer|order|product)\.(created|updated|deleted|restored)$/.test(topic)) {
      return restError(400, 'woocommerce_rest_shop_webhook_invalid_topic');
    }
    if (!/^https?:\/\//.test(url)) return restError(400, 'woocommerce_rest_shop_webhook_invalid_delivery_url');
    const webhook = this.#queue.create({
      name: name ?? 'Webhook',
      topic,
      deliveryUrl: url,
      secret: secret ?? randomBytes(25).toString('hex'),
    });
    await this.#queue.ping(webhook);
    return { status: 201, json: webhookJson(webhook) };
  }
}

const restError = (status: number, code: string): RestAnswer => ({
  status,
  json: { code, message: 'Desculpe.', data: { status } },
});

const webhookJson = ({ id, name, topic, deliveryUrl, status }: ShopWebhook) => ({
  id,
  name,
  status,
  topic,
  resource: topic.split('.')[0],
  event: topic.split('.')[1],
  delivery_url: deliveryUrl,
});

function pageHeaders(url: URL, total: number, pageSize: number): Record<string, string> {
  const pages = Math.ceil(total / pageSize);
  const page = Number(url.searchParams.get('page') ?? 1);
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  return {
    'x-wp-total': String(total),
    'x-wp-totalpages': String(pages),
    ...(page < pages && { link: `<${next.href}>; rel="next"` }),
  };
}
