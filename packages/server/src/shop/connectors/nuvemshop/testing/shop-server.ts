// A local server with the documented part of the platform (../README.md): consent, token, API and webhooks of one shop, with its limits.
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { formHtml } from './consent-html.ts';
import type {
  PlacedOrder,
  PlatformServer,
  PlatformServerOptions,
  ServerCounts,
} from '../../testing/platform-server.ts';
import { hosts } from '../call.ts';
import { filtered, sendPage, unprocessable, type ListQuery } from './api-lists.ts';
import { checkoutJson, orderJson, platformInstant, type ShopCheckout, type ShopOrder } from './bodies.ts';
import { LeakyBucket } from './leaky-bucket.ts';
import { WebhookQueue } from './webhook-queue.ts';

const minute = 60_000;
const hour = 60 * minute;
const shopId = 2_093_261;
const scope = 'read_orders,read_customers';
const codeLivesMs = 5 * minute;
const checkoutLivesMs = 30 * 24 * hour;
/** After its abandonment a checkout appears in the list; the longest is documented. */
const listingDelays = [10 * minute, 6 * hour, 2 * hour] as const;
const allowedEvents =
  /^(?:app\/(?:uninstalled|suspended|resumed)|order\/(?:created|updated|paid|packed|fulfilled|cancelled|edited|pending|voided|unpacked)|product\/(?:created|updated|deleted))$/;

type Webhook = { readonly id: number; readonly event: string; readonly url: string; readonly createdAt: number };

/** Opens the server with an empty shop. */
export async function openShopServer(options: PlatformServerOptions): Promise<NuvemshopServer> {
  const server = new NuvemshopServer(options);
  await server.open();
  return server;
}

/** The platform with one shop. */
export class NuvemshopServer implements PlatformServer {
  readonly #options: PlatformServerOptions;
  readonly #app: FastifyInstance = Fastify({ forceCloseConnections: true });
  readonly #orders = new Map<number, ShopOrder>();
  readonly #checkouts = new Map<number, ShopCheckout>();
  readonly #bucket: LeakyBucket;
  readonly #queue: WebhookQueue;
  readonly #counts = { calls: 0, overRate: 0, refusedTokens: 0 };
  readonly #answers: { status: number; headers?: Record<string, string> }[] = [];
  #webhooks: Webhook[] = [];
  #code: { readonly text: string; readonly until: number } | undefined;
  #token: string | undefined;
  #now: number;
  #nextId = 871_254_203;
  #isSuspended = false;
  readonly hosts = Object.values(hosts);
  readonly shop = String(shopId);
  url = '';
  /** The paths of the calls to the API. */
  readonly paths: string[] = [];

  constructor(options: PlatformServerOptions) {
    this.#options = options;
    this.#now = options.now;
    this.#bucket = new LeakyBucket(options.now);
    this.#queue = new WebhookQueue(options.app.secret);
  }

  async open(): Promise<void> {
    const app = this.#app;
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    app.setErrorHandler((_error, _request, reply) => reply.code(400).send({ error: 'Problems parsing JSON' }));
    app.addHook('onRequest', async (request) => {
      if (this.#queue.isDown) request.raw.socket.destroy();
    });
    this.#addConsent(app);
    await app.register(async (api) => this.#addApi(api), { prefix: '/v1/:store' });
    await app.listen({ host: '127.0.0.1', port: 0 });
    this.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  }

  #addConsent(app: FastifyInstance): void {
    type Consent = { Params: { app: string }; Querystring: { state?: string }; Body: Record<string, string> };
    app.get<Consent>('/apps/:app/authorize', ({ params, query }, reply) => {
      if (params.app !== this.#options.app.id) return reply.code(404).send();
      return reply.type('text/html').send(formHtml(scope, query.state ?? ''));
    });
    app.post<Consent>('/apps/:app/authorize', ({ body }, reply) => {
      this.#code = { text: randomBytes(20).toString('hex'), until: this.#now + codeLivesMs };
      // The portal's address to return to stands beside the one for privacy requests.
      const target = new URL('return', this.#options.appAddress());
      target.searchParams.set('code', this.#code.text);
      if (body['state']) target.searchParams.set('state', body['state']);
      return reply.code(302).header('location', target.href).send();
    });
    app.post<Consent>('/apps/authorize/token', ({ body }, reply) => reply.send(this.#exchange(body)));
  }

  /** Errors come with 200. */
  #exchange({ client_id, client_secret, grant_type, code }: Record<string, string>): object {
    const { id, secret } = this.#options.app;
    if (client_id !== id || client_secret !== secret) {
      return { error: 'invalid_client', error_description: 'The client credentials are invalid' };
    }
    const known = this.#code;
    if (grant_type !== 'authorization_code' || known?.text !== code || this.#now > known!.until) {
      return {
        error: 'invalid_grant',
        error_description: "Authorization code doesn't exist or is invalid for the client",
      };
    }
    this.#code = undefined;
    this.#token = randomBytes(20).toString('hex');
    return { access_token: this.#token, token_type: 'bearer', scope, user_id: shopId };
  }

  #addApi(api: FastifyInstance): void {
    api.addHook('onRequest', async (request, reply) => this.#guard(request, reply));
    api.get('/store', (_request, reply) => reply.send(storeJson));
    api.get<{ Querystring: ListQuery }>('/orders', ({ query, url }, reply) => {
      const orders = filtered([...this.#orders.values()], query);
      return sendPage(reply, orders, { query, url: this.#urlOf(url), toJson: orderJson });
    });
    api.get<{ Params: { id: string } }>('/orders/:id', ({ params }, reply) => {
      const order = this.#orders.get(Number(params.id));
      return order ? reply.send(orderJson(order)) : notFound(reply);
    });
    api.get<{ Querystring: ListQuery }>('/checkouts', ({ query, url }, reply) => {
      const listed = [...this.#checkouts.values()].filter(
        ({ listedAt, completedAt }) =>
          completedAt === null && listedAt <= this.#now && this.#now - listedAt < checkoutLivesMs,
      );
      const page = { query, url: this.#urlOf(url), toJson: checkoutJson, emptyIs404: true };
      return sendPage(reply, filtered(listed, query), page);
    });
    api.get<{ Querystring: ListQuery }>('/webhooks', ({ query, url }, reply) => {
      const found = this.#webhooks.filter(
        (webhook) =>
          (query['url'] === undefined || webhook.url === query['url']) &&
          (query['event'] === undefined || webhook.event === query['event']),
      );
      return sendPage(reply, found, { query, url: this.#urlOf(url), toJson: webhookJson });
    });
    api.post<{ Body: { event?: string; url?: string } }>('/webhooks', ({ body }, reply) =>
      this.#subscribe(body, reply),
    );
    api.delete<{ Params: { id: string } }>('/webhooks/:id', ({ params }, reply) => {
      const before = this.#webhooks.length;
      this.#webhooks = this.#webhooks.filter(({ id }) => id !== Number(params.id));
      return this.#webhooks.length < before ? reply.send({}) : notFound(reply);
    });
  }

  #urlOf = (url: string): string => `https://${hosts.api}${url.split('?', 1)[0]}`;

  async #guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.#counts.calls++;
    this.paths.push(request.url.split('?', 1)[0]!);
    const { isTaken, headers } = this.#bucket.take(this.#now);
    reply.headers(headers);
    if (!isTaken) {
      this.#counts.overRate++;
      return void (await reply.code(429).send({ code: 429, message: 'Too Many Requests' }));
    }
    const scripted = this.#answers.shift();
    if (scripted)
      return void (await reply
        .code(scripted.status)
        .headers(scripted.headers ?? {})
        .send({}));
    if (!request.headers['user-agent']) return void (await reply.code(400).send({ error: 'Missing User-Agent' }));
    const { store } = request.params as { store: string };
    const token = /^bearer (\S+)$/i.exec(
      String(request.headers['authentication'] ?? request.headers['authorization'] ?? ''),
    )?.[1];
    if (token === undefined || token !== this.#token || store !== this.shop) {
      this.#counts.refusedTokens++;
      return void (await reply
        .code(401)
        .send({ code: 401, message: 'Unauthorized', description: 'Invalid access token' }));
    }
    if (this.#isSuspended) return void (await reply.code(402).send({ code: 402, message: 'Payment Required' }));
    const isWrite = request.method === 'POST' || request.method === 'PUT';
    if (isWrite && !request.headers['content-type']?.startsWith('application/json')) {
      await reply.code(415).send({
        code: 415,
        message: 'Unsupported Media Type',
        description: 'Content-Type should be application/json',
      });
    }
  }

  #subscribe({ event = '', url = '' }: { event?: string; url?: string }, reply: FastifyReply): FastifyReply {
    const parsed = URL.parse(url);
    const isHttps = parsed?.protocol === 'https:' || (this.#options.allowHttp && parsed?.protocol === 'http:');
    const isOwn = /(?:^|\.)(?:tiendanube|nuvemshop|localhost)(?:\.|$)/.test(parsed?.hostname ?? '');
    const issues = {
      ...(!allowedEvents.test(event) && { event: ['Invalid event specified.'] }),
      ...((!isHttps || isOwn) && { url: ['invalid url specified'] }),
    };
    if (Object.keys(issues).length > 0) return unprocessable(reply, issues);
    const webhook: Webhook = { id: this.#nextId++, event, url, createdAt: this.#now };
    this.#webhooks.push(webhook);
    return reply.code(201).send(webhookJson(webhook));
  }

  formInput = (): Record<string, string> => ({});
  now = (): number => this.#now;

  /** Sends what is due on the way. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (let next = this.#queue.nextAt(); next !== undefined && next <= until; next = this.#queue.nextAt()) {
      this.#now = Math.max(this.#now, next);
      await this.#queue.sendDue(this.#now);
    }
    this.#now = until;
  }

  place = (order: PlacedOrder): Promise<string> => this.placeAt('store', order);

  /** Places an order at the shop (`store`), or one that came from elsewhere. */
  async placeAt(
    storefront: ShopOrder['storefront'],
    { method, total, name, email, phone, cartToken }: PlacedOrder,
  ): Promise<string> {
    const checkout = [...this.#checkouts.values()].find(({ token }) => token === cartToken);
    if (checkout) checkout.completedAt = this.#now;
    const id = checkout?.id ?? this.#nextId++;
    this.#orders.set(id, {
      id,
      shop: shopId,
      storefront,
      token: checkout?.token ?? randomBytes(20).toString('hex'),
      method,
      total,
      name,
      email,
      phone,
      createdAt: this.#now,
      updatedAt: this.#now,
      paymentStatus: 'pending',
      status: 'open',
      paidAt: null,
      cancelledAt: null,
      shippedAt: null,
      trackingCode: null,
    });
    await this.#notify(id, 'order/created');
    return String(id);
  }

  pay = (id: string): Promise<void> => this.#change(id, 'order/paid', { paymentStatus: 'paid', paidAt: this.#now });
  fail = (id: string): Promise<void> => this.#change(id, 'order/voided', { paymentStatus: 'voided' });
  cancel = (id: string): Promise<void> =>
    this.#change(id, 'order/cancelled', { status: 'cancelled', cancelledAt: this.#now });
  ship = (id: string, code: string): Promise<void> =>
    this.#change(id, 'order/fulfilled', { shippedAt: this.#now, trackingCode: code });

  /** The event that names the change comes after `order/updated`: the platform promises no order. */
  async #change(id: string, event: string, change: Partial<ShopOrder>): Promise<void> {
    const order = this.#orders.get(Number(id));
    if (!order) throw new Error(`no order ${id}`);
    Object.assign(order, change, { updatedAt: this.#now });
    await this.#notify(order.id, 'order/updated', event);
  }

  async leaveCart({ total, name, email, phone }: Omit<PlacedOrder, 'cartToken' | 'method'>): Promise<string> {
    const id = this.#nextId++;
    const token = randomBytes(20).toString('hex');
    const listedAt = this.#now + listingDelays[id % listingDelays.length]!;
    const at = { createdAt: this.#now, updatedAt: this.#now, listedAt };
    this.#checkouts.set(id, { id, shop: shopId, token, total, name, email, phone, completedAt: null, ...at });
    return token;
  }

  setDown(isDown: boolean): void {
    this.#queue.isDown = isDown;
  }

  loseWebhooks(isLost: boolean): void {
    this.#queue.isLost = isLost;
  }

  answerNext(...answers: readonly { status: number; headers?: Record<string, string> }[]): void {
    this.#answers.push(...answers);
  }

  endTokens(how: 'expired' | 'revoked'): void {
    if (how === 'revoked') this.#token = undefined;
  }

  /** Suspends the shop for lack of payment, or resumes it. */
  async suspend(isSuspended: boolean): Promise<void> {
    await this.#notify(Number(this.#options.app.id), isSuspended ? 'app/suspended' : 'app/resumed');
    this.#isSuspended = isSuspended;
  }

  async uninstall(): Promise<void> {
    this.#token = undefined;
    await this.#notify(Number(this.#options.app.id), 'app/uninstalled');
    this.#webhooks = [];
    this.#queue.add(this.#options.appAddress, { store_id: shopId }, this.#now + 48 * hour);
  }

  async requestPrivacy(kind: 'erase-person' | 'export-person' | 'erase-shop', email = ''): Promise<number> {
    const orders = [...this.#orders.values()].filter((order) => order.email === email);
    const customer = { id: 1, email, phone: orders[0]?.phone ?? '', identification: '52998224725' };
    const ids = orders.map(({ id }) => id);
    const asked = {
      orders_requested: ids,
      checkouts_requested: [],
      drafts_orders_requested: [],
      data_request: { id: 456 },
    };
    const body = {
      store_id: shopId,
      ...(kind !== 'erase-shop' && { customer }),
      ...(kind === 'erase-person' && { orders_to_redact: ids }),
      ...(kind === 'export-person' && asked),
    };
    this.#queue.add(this.#options.appAddress, body, this.#now);
    return (await this.#queue.sendDue(this.#now)) ?? 0;
  }

  activeWebhooks = (): number => this.#webhooks.length;
  counts = (): ServerCounts => this.#counts;
  close = (): Promise<void> => this.#app.close();

  /** Queues the events for the webhooks that have them, and sends what is due. While access is suspended none are called. */
  async #notify(id: number, ...events: readonly string[]): Promise<void> {
    for (const event of this.#isSuspended && !events[0]?.startsWith('app/') ? [] : events) {
      for (const { url } of this.#webhooks.filter((webhook) => webhook.event === event)) {
        this.#queue.add(() => url, { store_id: shopId, event, id }, this.#now);
      }
    }
    await this.#queue.sendDue(this.#now);
  }
}

const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ code: 404, message: 'Not Found', description: null });

const webhookJson = ({ id, event, url, createdAt }: Webhook): object => ({
  id,
  event,
  url,
  created_at: platformInstant(createdAt),
  updated_at: platformInstant(createdAt),
});

const storeJson = {
  id: shopId,
  name: { en: 'Cloud Store', pt: 'Loja Nuvem' },
  email: 'dona@loja-nuvem.example',
  country: 'BR',
  domains: ['www.loja-nuvem.example'],
  original_domain: 'lojanuvem.lojavirtualnuvem.com.br',
  main_currency: 'BRL',
  main_language: 'pt',
  plan_name: 'Business',
};
